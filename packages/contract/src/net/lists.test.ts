import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  countPorts,
  formatPortRanges,
  formatVlanList,
  leaseMinutes,
  LEASE_CHOICES_MINUTES,
  parsePortRanges,
  parseVlanList,
  portNumber,
  portRangesWith,
  vlanId,
  vlanIdIn,
  vlanList,
  wirelessVlanId,
} from './index.ts';

describe('VLAN ID', () => {
  test.each([10, 4094])('accepts %j', (id) => expect(vlanId.safeParse(id).success).toBe(true));

  test.each([9, 4095, 10.5, '10'])('refuses %j', (id) => expect(vlanId.safeParse(id).success).toBe(false));

  it('accepts only IDs within the given limits', () => {
    expect(wirelessVlanId.safeParse(1).success).toBe(true);
    const narrow = vlanIdIn({ min: 10, max: 1000 }).safeParse(1001);
    expect(narrow.error?.issues[0]?.message).toBe('The VLAN ID must be between 10 and 1000.');
  });
});

describe('VLAN list', () => {
  test.each([
    ['3,5,7', [3, 5, 7]],
    ['10-13', [10, 11, 12, 13]],
    ['7, 10 - 11, 3', [3, 7, 10, 11]],
    ['1-100', Array.from({ length: 100 }, (_, index) => index + 1)],
  ])('parses %j', (text, ids) => expect(parseVlanList(text)).toEqual({ ok: true, value: ids }));

  test.each(['', '3,', '3;5', '13-10', '3,3', '10-13,12', '0', '4095', '1-101', '1-60,70-130', 'a'])(
    'refuses %j with a sentence',
    (text) => {
      const result = parseVlanList(text);
      expect(result.ok ? '' : result.reason).toMatch(/^[A-Z].*\.$/);
      expect(vlanList.safeParse(text).success).toBe(false);
    },
  );

  it('parses formatted VLAN lists back to the same IDs in ascending order', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 4094 }), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(ids, (list) => {
        expect(parseVlanList(formatVlanList(list))).toEqual({
          ok: true,
          value: list.toSorted((a, b) => a - b),
        });
      }),
    );
  });
});

describe('port ranges', () => {
  test.each([
    ['80', [{ from: 80, to: 80 }]],
    [
      '80; 443',
      [
        { from: 80, to: 80 },
        { from: 443, to: 443 },
      ],
    ],
    ['8000-8010', [{ from: 8000, to: 8010 }]],
    ['8000~8000', [{ from: 8000, to: 8000 }]],
    ['1-65535', [{ from: 1, to: 65535 }]],
  ])('parses the ports %j', (text, ranges) =>
    expect(parsePortRanges(text)).toEqual({ ok: true, value: ranges }),
  );

  test.each([
    [
      '80;90-100',
      'Consecutive and non-consecutive ports cannot be mixed. Enter ports such as 80;443 or 8000-8010.',
    ],
    ['100-90', 'The end port must not be less than the start port.'],
    ['0', 'The port must be between 1 and 65535.'],
    ['65536', 'The port must be between 1 and 65535.'],
    ['80;80', 'Port 80 is listed twice. Remove one of the two.'],
    ['80,90', 'Enter ports such as 80;443 or 8000-8010.'],
    ['1-2-3', 'Enter ports such as 80;443 or 8000-8010.'],
    ['', 'Enter ports such as 80;443 or 8000-8010.'],
    ['80;', 'Enter ports such as 80;443 or 8000-8010.'],
  ])('refuses %j: %s', (text, reason) => {
    expect(parsePortRanges(text)).toMatchObject({ ok: false, reason });
    expect(portRangesWith().safeParse(text).error?.issues[0]?.message).toBe(reason);
  });

  it('parses formatted port ranges back to the same ranges', () => {
    const port = fc.integer({ min: 1, max: 65535 });
    fc.assert(
      fc.property(fc.uniqueArray(port, { minLength: 1, maxLength: 20 }), (ports) => {
        const ranges = ports.map((from) => ({ from, to: from }));
        expect(parsePortRanges(formatPortRanges(ranges))).toEqual({ ok: true, value: ranges });
        expect(countPorts(ranges)).toBe(ports.length);
      }),
    );
    fc.assert(fc.property(port, port, (from, to) => parsePortRanges(`${from}-${to}`).ok === to >= from));
  });

  it('accepts a single port from 1 to 65535', () => {
    expect([1, 65535, 0, 65536, 1.5].map((port) => portNumber.safeParse(port).success)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('lease time', () => {
  it('accepts every offered lease time, and custom times up to 7 days', () => {
    expect(LEASE_CHOICES_MINUTES.every((minutes) => leaseMinutes.safeParse(minutes).success)).toBe(true);
    expect(
      [29, 30, 45, 10_080, 10_081, 30.5].map((minutes) => leaseMinutes.safeParse(minutes).success),
    ).toEqual([false, true, true, true, false, false]);
  });
});
