import { radioStat, type RadioStat, scannedNetwork } from '@northlight/contract/device-protocol';
import { MINUTE_MS } from '@northlight/runtime';
import { expect, test } from 'vitest';
import type { WirelessDemand } from './crowd.ts';
import { deriveBssid } from './identifiers.ts';
import { SiteAir } from './site-air.ts';
import { createOfficeSite } from './sites/index.ts';

const NOW = Date.UTC(2026, 10, 27, 14);
const SPEC = createOfficeSite(1);
const POINTS = SPEC.devices.filter(({ model }) => model === 'NL-AP6C');
const SSIDS = ['Office', 'Visitors'];
const CLIENT: WirelessDemand = {
  mac: '02:00:00:00:00:77',
  band: '5G',
  signalDbm: -60,
  rxRateKbps: 1_000,
  txRateKbps: 8_000,
};

const createRadio = (mac: string, channel: number, powerDbm = 23): RadioStat => ({
  id: 'radio1',
  up: true,
  channel,
  widthMhz: 80,
  powerDbm,
  clients: 0,
  ssids: SSIDS,
  bssids: SSIDS.map((_, index) => deriveBssid(mac, 1, index)),
});

/** Creates the air of an office whose radios can be changed; the first one has clients. */
function createAir(getChannel: (index: number) => number, demands = [CLIENT]) {
  const radios = POINTS.map(({ mac }, index) => createRadio(mac, getChannel(index)));
  const air = new SiteAir({
    spec: SPEC,
    startedAt: NOW,
    listRadios: () =>
      POINTS.map(({ sn }, index) => ({
        sn,
        radios: radios.slice(index, index + 1),
        demands: index === 0 ? demands : [],
      })),
  });
  const sn = (index: number): string => POINTS[index]?.sn ?? '';
  const measure = (index: number, now = NOW) =>
    air.forDevice(sn(index)).measure(radios.slice(index, index + 1), [], now)[0];
  return { air, radios, sn, measure };
}

const SPREAD = [36, 52, 100, 116, 132, 149, 36];

test('radios of the site on one channel keep it busy for each other', () => {
  const busy = Array.from({ length: 40 }, (_, index) => ({ ...CLIENT, mac: `client ${index}` }));
  const apart = createAir((index) => SPREAD[index] ?? 36, busy).measure(1);
  const together = createAir(() => 52, busy).measure(1);
  expect(together?.busyPercent).toBeGreaterThan((apart?.busyPercent ?? 0) + 5);
  expect(radioStat.parse(together)).toEqual(together);
  expect(together?.txPercent).toBeLessThanOrEqual(together?.busyPercent ?? 0);
});

test('figures are the same at each run, and hold for a minute unless a radio changes', () => {
  const one = createAir(() => 36);
  const first = one.measure(0);
  expect(createAir(() => 36).measure(0)).toEqual(first);
  const radio = one.radios[1];
  if (!radio) throw new Error('The office has no second access point.');
  one.radios[1] = { ...radio, channel: 149 };
  expect(one.measure(1, NOW + 5_000)?.busyPercent).toBe(createAir(() => 36).measure(1)?.busyPercent);
  const moved = one.measure(1, NOW + 10_000)?.busyPercent;
  expect(moved).toBe(createAir((index) => (index === 1 ? 149 : 36)).measure(1, NOW + 10_000)?.busyPercent);
  one.radios[1] = radio;
  one.air.expire();
  expect(one.measure(1, NOW + 11_000)?.busyPercent).toBe(
    createAir(() => 36).measure(1, NOW + 11_000)?.busyPercent,
  );
});

test('a scan finds every SSID of the other access points by its address, and networks of neighbours', () => {
  const { air, radios, sn } = createAir((index) => SPREAD[index] ?? 36);
  const networks = air.forDevice(sn(0)).listNetworks(NOW);
  for (const network of networks) expect(scannedNetwork.parse(network)).toEqual(network);
  expect(networks.map(({ signalDbm }) => signalDbm)).toEqual(
    networks.map(({ signalDbm }) => signalDbm).toSorted((a, b) => b - a),
  );
  const [own, nearest] = radios.map(({ bssids = [] }) => bssids);
  const addresses = networks.map(({ bssid }) => bssid);
  expect(addresses).toEqual(expect.arrayContaining(nearest ?? []));
  for (const address of own ?? []) expect(addresses).not.toContain(address);
  const known = new Set(radios.flatMap(({ bssids = [] }) => bssids));
  const found = networks.filter(({ bssid }) => known.has(bssid));
  expect(new Set(found.map(({ ssid }) => ssid))).toEqual(new Set(SSIDS));
  expect(networks.length - found.length).toBeGreaterThan(2);
  expect(
    networks.every(({ loadPercent, widthMhz }) => widthMhz !== undefined && loadPercent !== undefined),
  ).toBe(true);
});

test('a client receives its access point with the power that the radio has now', () => {
  const { air, measure, radios, sn } = createAir(() => 36);
  const client = { mac: CLIENT.mac, band: '5G', signalDbm: -60, rxBytes: 0, txBytes: 0 } as const;
  measure(0);
  expect(air.adjustSignal(sn(0), client).signalDbm).toBe(-60);
  const [radio] = radios;
  if (radio) radios[0] = { ...radio, powerDbm: 12 };
  measure(0, NOW + MINUTE_MS);
  expect(air.adjustSignal(sn(0), client).signalDbm).toBe(-71);
});

test('clients receive a part of what they ask for when the air is full', () => {
  const demands = Array.from({ length: 60 }, (_, index) => ({
    ...CLIENT,
    mac: `client ${index}`,
    signalDbm: -85,
    txRateKbps: 40_000,
  }));
  const crowded = createAir(() => 36, demands);
  crowded.measure(0);
  expect(crowded.air.getDemandShare('client 3')).toBeLessThan(0.5);
  const quiet = createAir(() => 36);
  quiet.measure(0);
  expect(quiet.air.getDemandShare(CLIENT.mac)).toBe(1);
});
