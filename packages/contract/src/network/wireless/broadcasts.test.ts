import { expect, test } from 'vitest';
import { type AirDevice, airOf, MISSING_SHOWN, momentIn, policyAir } from './air.ts';
import type { WifiPolicy } from './schema.ts';
import { AP1, policy } from './testing/fixtures.ts';

/** A Sunday, 04:00 in Lisbon. */
const NOW = Date.UTC(2026, 10, 22, 4);
const told = (...ssids: string[]): AirDevice['told'] => AP1.radios.map(({ id }) => ({ id, up: true, ssids }));
const device = (values: Partial<AirDevice>): AirDevice => ({
  ...AP1,
  waiting: false,
  online: true,
  told: told('Staff'),
  toldAt: NOW - 20_000,
  ...values,
});
const STAFF = policy({ ssid: 'Staff', devices: 'all' });
const air = (devices: AirDevice[], one: WifiPolicy = STAFF) => {
  const [found] = airOf([one], devices, { now: NOW, timeZone: 'Europe/Lisbon', appliedAt: NOW - 3_600_000 });
  return found && policyAir.parse(found);
};
const reasons = (values: Partial<AirDevice>, one?: WifiPolicy) =>
  air([device(values)], one)?.missing.map(({ band, reason }) => `${band} ${reason}`);

test('every radio has it, by the word of its device', () => {
  expect(air([device({}), device({ id: 'ap2', toldAt: NOW - 50_000 })])).toEqual({
    policyId: STAFF.id,
    wanted: 4,
    onAir: 4,
    paused: false,
    reportedAt: new Date(NOW - 50_000).toISOString(),
    missing: [],
  });
});

test.each<[string, Partial<AirDevice>, string[]]>([
  ['never activated', { waiting: true }, ['2.4G waiting', '5G waiting']],
  ['offline', { online: false }, ['2.4G offline', '5G offline']],
  ['never told', { toldAt: undefined, told: [] }, ['2.4G silent', '5G silent']],
  ['told 3 minutes ago', { toldAt: NOW - 180_000 }, []],
  ['told longer ago', { toldAt: NOW - 180_001 }, ['2.4G stale', '5G stale']],
  [
    'a radio that is off',
    { told: AP1.radios.map(({ id }, index) => ({ id, up: index > 0, ssids: ['Staff'] })) },
    ['2.4G off'],
  ],
  ['another name', { told: told('Guests') }, ['2.4G absent', '5G absent']],
  ['another case of the name', { told: told('STAFF') }, ['2.4G absent', '5G absent']],
  ['one radio that it does not tell of', { told: told('Staff').slice(1) }, ['2.4G absent']],
])('%s', (_name, values, expected) => expect(reasons(values)).toEqual(expected));

test('a report from before the change says nothing of it', () => {
  const at = { now: NOW, timeZone: 'UTC', appliedAt: NOW - 20_001 };
  const [found] = airOf([STAFF], [device({ told: told('Before') })], at);
  expect(found?.missing.map(({ reason }) => reason)).toEqual(['absent', 'absent']);
  const [earlier] = airOf([STAFF], [device({ told: told('Before') })], { ...at, appliedAt: NOW - 19_999 });
  expect(earlier?.missing.map(({ reason }) => reason)).toEqual(['early', 'early']);
});

test('each band is looked for by its own name', () => {
  const two = policy({ ssid: 'Staff', ssid5g: 'Fast', devices: 'all' });
  expect(reasons({}, two)).toEqual(['5G absent']);
  const [low, high] = AP1.radios;
  const both = [
    { id: low?.id ?? '', up: true, ssids: ['Staff'] },
    { id: high?.id ?? '', up: true, ssids: ['Fast'] },
  ];
  expect(reasons({ told: both }, two)).toEqual([]);
});

test('what is disabled is not looked for; of many that miss it the first ones are named', () => {
  expect(air([device({})], { ...STAFF, enabled: false })).toBeUndefined();
  const many = Array.from({ length: 30 }, (_, index) => device({ id: `ap${index}`, online: false }));
  const found = air(many);
  expect([found?.wanted, found?.onAir, found?.missing.length]).toEqual([60, 0, MISSING_SHOWN]);
  expect(found?.reportedAt).toBeUndefined();
});

test.each<[string, number[], number, number, boolean]>([
  ['in the period', [0], 0, 360, true],
  ['its start', [0], 240, 300, true],
  ['its end', [0], 180, 240, false],
  ['another day', [1, 2], 0, 1440, false],
])('a shutdown period: %s', (_name, days, fromMinute, toMinute, paused) =>
  expect(air([device({})], { ...STAFF, shutdowns: [{ days, fromMinute, toMinute }] })?.paused).toBe(paused),
);

test("the day is that of the project's zone", () => {
  const evening = Date.UTC(2026, 10, 21, 23, 30);
  expect(momentIn('Europe/Lisbon', evening)).toEqual({ day: 6, minute: 1410 });
  expect(momentIn('Asia/Shanghai', evening)).toEqual({ day: 0, minute: 450 });
  expect(momentIn('UTC', Date.UTC(2026, 10, 22))).toEqual({ day: 0, minute: 0 });
});
