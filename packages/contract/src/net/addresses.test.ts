import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  getBroadcastAddress,
  formatIpv4,
  formatMask,
  hostAddress,
  isInSubnet,
  ipv4,
  isHostOf,
  isPrivateAddress,
  macAddress,
  managementAddress,
  mask,
  getNetworkAddress,
  parseIpv4,
  parseMac,
  parseMask,
  convertPrefixToMask,
  getSubnet,
  doSubnetsOverlap,
} from './index.ts';

const address = fc.integer({ min: 0, max: 0xffffffff });
const prefix = fc.integer({ min: 0, max: 32 });
const ip = (text: string): number => parseIpv4(text) ?? Number.NaN;

describe('IPv4', () => {
  test.each([
    ['0.0.0.0', 0],
    ['192.168.10.1', 0xc0a80a01],
    ['255.255.255.255', 0xffffffff],
    ['256.0.0.1', undefined],
    ['1.2.3', undefined],
    ['1.2.3.04', undefined],
    [' 1.2.3.4', undefined],
    ['1.2.3.4\n', undefined],
    ['１.2.3.4', undefined],
  ])('parses %j as %j', (text, value) => expect(parseIpv4(text)).toBe(value));

  it('parses formatted addresses back to the same addresses', () => {
    fc.assert(fc.property(address, (value) => parseIpv4(formatIpv4(value)) === value));
  });

  it('accepts the canonical form only', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9.]{0,20}$/)), (text) => {
        const value = parseIpv4(text);
        return value === undefined ? !ipv4.safeParse(text).success : formatIpv4(value) === text;
      }),
    );
  });

  test.each(['192.168.1.1', '223.255.255.254'])('accepts %s as a host address', (text) =>
    expect(hostAddress.safeParse(text).success).toBe(true),
  );

  test.each(['127.0.0.1', '0.1.2.3', '224.0.0.1', 'x'])('refuses %s as a host address', (text) =>
    expect(hostAddress.safeParse(text).success).toBe(false),
  );

  test.each(['10.1.2.3', '172.31.0.1', '192.168.0.1'])('accepts %s as a management address', (text) => {
    expect(managementAddress.safeParse(text).success).toBe(true);
    expect(isPrivateAddress(ip(text))).toBe(true);
  });

  test.each(['172.32.0.1', '8.8.8.8'])('refuses %s as a management address', (text) => {
    expect(managementAddress.safeParse(text).success).toBe(false);
    expect(isPrivateAddress(ip(text))).toBe(false);
  });
});

describe('network mask', () => {
  test.each([
    ['255.255.255.0', 24],
    ['/22', 22],
    ['0', 0],
    ['0.0.0.0', 0],
    ['255.255.255.255', 32],
    ['255.0.255.0', undefined],
    ['33', undefined],
    ['', undefined],
  ])('converts %j to prefix length %j', (text, length) => expect(parseMask(text)).toBe(length));

  it('parses every formatted prefix length back to the same length', () => {
    for (let length = 0; length <= 32; length++) {
      expect(parseMask(formatMask(length))).toBe(length);
      expect(mask.safeParse(formatMask(length)).success).toBe(true);
    }
    expect(mask.safeParse('24').success).toBe(false);
  });

  it('places each address between the network and the broadcast address', () => {
    fc.assert(
      fc.property(address, prefix, (value, length) => {
        const subnet = getSubnet(value, length);
        expect(isInSubnet(value, subnet)).toBe(true);
        expect(getNetworkAddress(value, length)).toBeLessThanOrEqual(value);
        expect(getBroadcastAddress(value, length)).toBeGreaterThanOrEqual(value);
        expect(getBroadcastAddress(value, length) - subnet.network + 1).toBe(2 ** (32 - length));
      }),
    );
  });

  test.each([
    ['192.168.0.255', 23],
    ['10.0.0.1', 30],
    ['10.0.0.1', 31],
  ])('accepts %s/%d as the address of a host', (text, length) =>
    expect(isHostOf(ip(text), length)).toBe(true),
  );

  test.each([
    ['192.168.1.0', 24],
    ['192.168.1.255', 24],
  ])('refuses %s/%d as the address of a host', (text, length) =>
    expect(isHostOf(ip(text), length)).toBe(false),
  );

  it('finds an overlap exactly where two networks share an address', () => {
    fc.assert(
      fc.property(address, prefix, address, prefix, (a, prefixA, b, prefixB) => {
        const shared =
          Math.max(getNetworkAddress(a, prefixA), getNetworkAddress(b, prefixB)) <=
          Math.min(getBroadcastAddress(a, prefixA), getBroadcastAddress(b, prefixB));
        expect(doSubnetsOverlap(a, prefixA, b, prefixB)).toBe(shared);
      }),
    );
    expect(doSubnetsOverlap(ip('192.168.10.1'), 24, ip('192.168.0.1'), 16)).toBe(true);
    expect(convertPrefixToMask(0)).toBe(0);
  });
});

describe('MAC', () => {
  test.each([
    'AA:bb:cc:DD:ee:01',
    'aa-bb-cc-dd-ee-01',
    'aabb.ccdd.ee01',
    'AABBCCDDEE01',
    ' aa:bb:cc:dd:ee:01 ',
  ])('accepts %s', (text) => expect(macAddress.parse(text)).toBe('aa:bb:cc:dd:ee:01'));

  test.each(['aa:bb:cc:dd:ee', 'aa:bb-cc:dd-ee:01', 'aabbccddee0g', 'aabb:ccdd:ee01', ''])(
    'refuses %s',
    (text) => {
      expect(parseMac(text)).toBeUndefined();
      expect(macAddress.safeParse(text).success).toBe(false);
    },
  );

  it('gives all spellings of a MAC the same form', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-fA-F]{12}$/), (hex) => {
        const canonical = parseMac(hex);
        expect(canonical).toMatch(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/);
        expect(parseMac(canonical ?? '')).toBe(canonical);
      }),
    );
  });
});
