import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BANDS } from '../../device-protocol/capabilities.ts';
import { checkWireless } from './rules.ts';
import { EMPTY_WIRELESS, type WifiPolicy } from './schema.ts';
import { AP1, AP2, CPE, createPolicy, TRI_BAND_AP, WLAN } from './testing/fixtures.ts';

const DEVICES = [AP1, AP2, TRI_BAND_AP, CPE];
const somePolicy: fc.Arbitrary<WifiPolicy> = fc
  .record({
    ssid: fc.constantFrom('A', 'a', 'B', 'C'),
    ssid5g: fc.option(fc.constantFrom('A', 'B', 'D'), { nil: undefined }),
    bands: fc.subarray([...BANDS], { minLength: 1 }),
    devices: fc.oneof(
      fc.constant('all' as const),
      fc.subarray(
        DEVICES.map(({ id }) => id),
        { minLength: 1 },
      ),
    ),
    enabled: fc.boolean(),
    guest: fc.boolean(),
    maxClients: fc.integer({ min: 0, max: 90 }),
    vlanId: fc.option(fc.constantFrom(1, 20, 40), { nil: undefined }),
    shutdowns: fc.array(
      fc.record({
        days: fc.subarray([0, 1, 2, 3, 4, 5, 6]),
        fromMinute: fc.integer({ min: 0, max: 1440 }),
        toMinute: fc.integer({ min: 0, max: 1440 }),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ ssid5g, vlanId, ...values }) =>
    createPolicy({ ...values, ...(ssid5g && { ssid5g }), ...(vlanId && { vlanId }) }),
  );

/**
 * Returns the SSIDs that each radio would broadcast, computed from the side of the device instead of with the
 * rules.
 */
function beacons(policies: readonly WifiPolicy[]) {
  return DEVICES.flatMap(({ id, radios }) =>
    radios.flatMap(({ band }) =>
      policies
        .filter(
          ({ bands, devices }) =>
            (bands.includes(band) || (band.startsWith('5G') && bands.includes('5G'))) &&
            (devices === 'all' || devices.includes(id)),
        )
        .map(({ enabled, maxClients, ssid, ssid5g }) => ({
          radio: `${id} ${band}`,
          name: (band.startsWith('5G') && ssid5g !== undefined ? ssid5g : ssid).toLowerCase(),
          clients: enabled ? maxClients : 0,
        })),
    ),
  );
}

/** Returns the minutes of a week without broadcast. */
function offMinutes({ shutdowns }: WifiPolicy): number[] {
  return shutdowns.flatMap(({ days, fromMinute, toMinute }) =>
    days.flatMap((day) =>
      Array.from(
        { length: Math.max(0, toMinute - fromMinute) },
        (_, index) => day * 1440 + fromMinute + index,
      ),
    ),
  );
}

const once = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

test('accepts no configuration with a forbidden pair of settings', () => {
  let passed = 0;
  fc.assert(
    fc.property(fc.array(somePolicy, { maxLength: 4 }), (policies) => {
      const found = checkWireless({ ...EMPTY_WIRELESS, policies }, WLAN);
      const codes = new Set(found.map(({ error }) => error));
      const air = beacons(policies);
      const radios = Map.groupBy(air, ({ radio }) => radio);
      const namesOnce = once(air.map(({ radio, name }) => `${radio} ${name}`));
      const sums = [...radios.values()].map((list) => list.reduce((sum, { clients }) => sum + clients, 0));
      const offOnce = policies.every((each) => once(offMinutes(each)));
      // The rules must find every duplicate on an existing radio. They may find more, because they also check
      // future devices.
      if (!codes.has('ssidExists') && !codes.has('wlanSsidConflict')) expect(namesOnce).toBe(true);
      if (!codes.has('bandClientLimit')) expect(Math.max(0, ...sums)).toBeLessThanOrEqual(128);
      expect(codes.has('radioTimeRule')).toBe(
        !offOnce ||
          policies.some(({ shutdowns }) =>
            shutdowns.some(({ days, fromMinute, toMinute }) => days.length === 0 || toMinute <= fromMinute),
          ),
      );
      if (found.length > 0) return;
      passed += 1;
      const inVlan = Map.groupBy(
        policies.filter(({ vlanId }) => vlanId !== undefined),
        ({ vlanId }) => vlanId,
      );
      for (const [vlanId, users] of inVlan) {
        expect([1, 20, 30]).toContain(vlanId);
        expect(users.some(({ guest }) => guest) && users.some(({ guest }) => !guest)).toBe(false);
      }
      for (const { bands, devices } of policies)
        if (devices !== 'all')
          for (const id of devices)
            expect(
              DEVICES.find((each) => each.id === id)?.radios.some(
                ({ band }) => bands.includes(band) || (band !== '2.4G' && bands.includes('5G')),
              ),
            ).toBe(true);
    }),
    { numRuns: 2000 },
  );
  expect(passed).toBeGreaterThan(50);
});
