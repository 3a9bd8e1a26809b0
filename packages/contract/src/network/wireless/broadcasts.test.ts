import { expect, test } from 'vitest';
import {
  type BroadcastDevice,
  listBroadcasts,
  MISSING_RADIOS_MAX,
  computeWeekTime,
  policyBroadcast,
} from './broadcasts.ts';
import type { WifiPolicy } from './schema.ts';
import { AP1, createPolicy } from './testing/fixtures.ts';

/** A Sunday, 04:00 in Lisbon. */
const NOW = Date.UTC(2026, 10, 22, 4);
const radiosWith = (...ssids: string[]): BroadcastDevice['reported'] =>
  AP1.radios.map(({ id }) => ({ id, up: true, ssids }));
const device = (values: Partial<BroadcastDevice>): BroadcastDevice => ({
  ...AP1,
  waiting: false,
  online: true,
  reported: radiosWith('Staff'),
  reportedAt: NOW - 20_000,
  ...values,
});
const STAFF = createPolicy({ ssid: 'Staff', devices: 'all' });
const air = (devices: BroadcastDevice[], one: WifiPolicy = STAFF) => {
  const [found] = listBroadcasts([one], devices, {
    now: NOW,
    timeZone: 'Europe/Lisbon',
    appliedAt: NOW - 3_600_000,
  });
  return found && policyBroadcast.parse(found);
};
const reasons = (values: Partial<BroadcastDevice>, one?: WifiPolicy) =>
  air([device(values)], one)?.missing.map(({ band, reason }) => `${band} ${reason}`);

test('counts the radios that report the SSID', () => {
  expect(air([device({}), device({ id: 'ap2', reportedAt: NOW - 50_000 })])).toEqual({
    policyId: STAFF.id,
    wanted: 4,
    onAir: 4,
    paused: false,
    reportedAt: new Date(NOW - 50_000).toISOString(),
    missing: [],
  });
});

test.each<[string, Partial<BroadcastDevice>, string[]]>([
  ['never activated', { waiting: true }, ['2.4G waiting', '5G waiting']],
  ['offline', { online: false }, ['2.4G offline', '5G offline']],
  ['no report yet', { reportedAt: undefined, reported: [] }, ['2.4G silent', '5G silent']],
  ['a report of 3 min ago', { reportedAt: NOW - 180_000 }, []],
  ['an older report', { reportedAt: NOW - 180_001 }, ['2.4G stale', '5G stale']],
  [
    'a radio that is off',
    { reported: AP1.radios.map(({ id }, index) => ({ id, up: index > 0, ssids: ['Staff'] })) },
    ['2.4G off'],
  ],
  ['another SSID', { reported: radiosWith('Guests') }, ['2.4G absent', '5G absent']],
  ['the SSID in another case', { reported: radiosWith('STAFF') }, ['2.4G absent', '5G absent']],
  ['one radio missing in the report', { reported: radiosWith('Staff').slice(1) }, ['2.4G absent']],
])('gives the reason for missing radios: %s', (_name, values, expected) =>
  expect(reasons(values)).toEqual(expected),
);

test('ignores radio reports that are older than the change', () => {
  const at = { now: NOW, timeZone: 'UTC', appliedAt: NOW - 20_001 };
  const [found] = listBroadcasts([STAFF], [device({ reported: radiosWith('Before') })], at);
  expect(found?.missing.map(({ reason }) => reason)).toEqual(['absent', 'absent']);
  const [earlier] = listBroadcasts([STAFF], [device({ reported: radiosWith('Before') })], {
    ...at,
    appliedAt: NOW - 19_999,
  });
  expect(earlier?.missing.map(({ reason }) => reason)).toEqual(['early', 'early']);
});

test('compares the SSID of each band with the reports of its radios', () => {
  const two = createPolicy({ ssid: 'Staff', ssid5g: 'Fast', devices: 'all' });
  expect(reasons({}, two)).toEqual(['5G absent']);
  const [low, high] = AP1.radios;
  const both = [
    { id: low?.id ?? '', up: true, ssids: ['Staff'] },
    { id: high?.id ?? '', up: true, ssids: ['Fast'] },
  ];
  expect(reasons({ reported: both }, two)).toEqual([]);
});

test('skips disabled policies and lists at most 20 missing radios', () => {
  expect(air([device({})], { ...STAFF, enabled: false })).toBeUndefined();
  const many = Array.from({ length: 30 }, (_, index) => device({ id: `ap${index}`, online: false }));
  const found = air(many);
  expect([found?.wanted, found?.onAir, found?.missing.length]).toEqual([60, 0, MISSING_RADIOS_MAX]);
  expect(found?.reportedAt).toBeUndefined();
});

test.each<[string, number[], number, number, boolean]>([
  ['paused during a shutdown period', [0], 0, 360, true],
  ['paused from the start of a shutdown period', [0], 240, 300, true],
  ['no longer paused at the end of a shutdown period', [0], 180, 240, false],
  ['not paused on days without a shutdown period', [1, 2], 0, 1440, false],
])('reports a policy as %s', (_name, days, fromMinute, toMinute, paused) =>
  expect(air([device({})], { ...STAFF, shutdowns: [{ days, fromMinute, toMinute }] })?.paused).toBe(paused),
);

test('returns the weekday of the project’s time zone', () => {
  const evening = Date.UTC(2026, 10, 21, 23, 30);
  expect(computeWeekTime('Europe/Lisbon', evening)).toEqual({ day: 6, minute: 1410 });
  expect(computeWeekTime('Asia/Shanghai', evening)).toEqual({ day: 0, minute: 450 });
  expect(computeWeekTime('UTC', Date.UTC(2026, 10, 22))).toEqual({ day: 0, minute: 0 });
});
