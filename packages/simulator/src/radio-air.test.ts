import type { RadioStat } from '@northlight/contract/device-protocol';
import { MINUTE_MS } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { listNeighbourNetworks } from './neighbour-networks.ts';
import { RadioAir } from './radio-air.ts';

const SN = 'SIMAIR0000000001';
const CAPABILITIES = [
  { id: 'radio0', band: '2.4G' as const, maxPowerDbm: 20 },
  { id: 'radio1', band: '5G' as const, maxPowerDbm: 23 },
];
/** A channel without neighbours. */
const FREE_CHANNEL = 161;
const RADIO: RadioStat = { id: 'radio1', up: true, channel: FREE_CHANNEL, widthMhz: 80, ssids: ['Staff'] };
const CLIENT = { band: '5G' as const, signalDbm: -50, txRateKbps: 30_000, rxRateKbps: 5_000 };

const measure = (radio: RadioStat, clients: readonly (typeof CLIENT)[] = [], now = 0) => {
  const [measured] = new RadioAir(SN, CAPABILITIES).measure([radio], clients, now);
  const {
    busyPercent = -1,
    noiseDbm = 0,
    retryPercent = -1,
    rxPercent = -1,
    txPercent = -1,
  } = measured ?? {};
  return { busyPercent, noiseDbm, retryPercent, rxPercent, txPercent };
};

test('a radio without neighbours is as busy as it sends and receives, and busier with more traffic', () => {
  const idle = measure(RADIO);
  expect(idle.rxPercent).toBe(0);
  expect(idle.busyPercent).toBeLessThan(1);
  const few = measure(RADIO, [CLIENT]);
  expect(few.busyPercent).toBeCloseTo(few.txPercent + few.rxPercent, 0);
  expect(few.txPercent).toBeGreaterThan(few.rxPercent);
  const many = measure(
    RADIO,
    Array.from({ length: 8 }, () => CLIENT),
  );
  expect(many.busyPercent).toBeGreaterThan(few.busyPercent);
  expect(many.retryPercent).toBeGreaterThan(few.retryPercent);
  // A weak client needs more airtime for the same traffic.
  expect(measure(RADIO, [{ ...CLIENT, signalDbm: -75 }]).txPercent).toBeGreaterThan(few.txPercent);
  const all = measure(
    RADIO,
    Array.from({ length: 500 }, () => CLIENT),
  );
  expect(all.busyPercent).toBeLessThanOrEqual(90.1);
  expect(all.txPercent + all.rxPercent).toBeLessThanOrEqual(90.1);
});

test('neighbours on the channel make it busier, and clients on the other band do not', () => {
  const [loudest] = listNeighbourNetworks(SN)
    .filter(({ band }) => band === '2.4G')
    .toSorted((a, b) => b.signalDbm - a.signalDbm);
  const low = { ...RADIO, id: 'radio0', widthMhz: 20 };
  const near = measure({ ...low, channel: loudest?.channel });
  const free = measure({ ...low, channel: 3 });
  expect(near.busyPercent).toBeGreaterThan(free.busyPercent + 1);
  expect(near.txPercent).toBe(free.txPercent);
  expect(measure(low, [CLIENT])).toEqual(measure(low));
});

test('the figures are the same at each run, and the noise changes by 1 dB at most', () => {
  const levels = Array.from(
    { length: 200 },
    (_, index) => measure(RADIO, [], index * 10 * MINUTE_MS).noiseDbm,
  );
  expect(new Set(levels)).toEqual(new Set([-96, -95, -94]));
  expect(measure(RADIO, [CLIENT], 7)).toEqual(measure(RADIO, [CLIENT], 7));
});

test('a radio that is off has no figures', () => {
  const off: RadioStat = { id: 'radio1', up: false, ssids: [] };
  expect(new RadioAir(SN, CAPABILITIES).measure([off], [], 0)).toEqual([off]);
});
