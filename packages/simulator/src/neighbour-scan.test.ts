import { listCountryChannels } from '@northlight/contract';
import type { RadioStat } from '@northlight/contract/device-protocol';
import { MINUTE_MS } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { listNeighbourNetworks } from './neighbour-networks.ts';
import { NeighbourScan } from './neighbour-scan.ts';
import { RadioAir } from './radio-air.ts';

const SN = 'SIMAIR0000000001';
const CAPABILITIES = [
  { id: 'radio0', band: '2.4G' as const, maxPowerDbm: 20 },
  { id: 'radio1', band: '5G' as const, maxPowerDbm: 23 },
];
const RADIOS: RadioStat[] = [
  { id: 'radio0', up: true, channel: 6, ssids: ['Staff'] },
  { id: 'radio1', up: true, channel: 36, ssids: ['Staff'] },
];
const createScan = () => new NeighbourScan({ radios: CAPABILITIES, air: new RadioAir(SN, CAPABILITIES) });

test('scans the own channels every 10 min, and every legal channel within hours', () => {
  const scan = createScan();
  const received = new Set<string>();
  const listened = new Set<string>();
  const legal = listCountryChannels('5G', 'DE');
  for (let count = 0; count < legal.length; count++) {
    const { nearbyChannels = [], nearbyNetworks = [] } = scan.report(RADIOS, count * 10 * MINUTE_MS, 'DE');
    expect(nearbyChannels).toContainEqual(expect.objectContaining({ band: '2.4G', channel: 6 }));
    expect(nearbyChannels).toContainEqual(expect.objectContaining({ band: '5G', channel: 36 }));
    expect(nearbyChannels.length).toBeLessThanOrEqual(4);
    for (const { band, channel } of nearbyChannels) listened.add(`${band} ${channel}`);
    for (const { bssid } of nearbyNetworks) received.add(bssid);
  }
  expect(scan.report(RADIOS, legal.length * 10 * MINUTE_MS - 1, 'DE')).toEqual({});
  for (const channel of legal) expect(listened).toContain(`5G ${channel}`);
  for (const channel of listCountryChannels('2.4G', 'DE')) expect(listened).toContain(`2.4G ${channel}`);
  const legalNetworks = listNeighbourNetworks(SN).filter(
    ({ band, channel }) => band === '2.4G' || legal.includes(channel),
  );
  expect([...received].sort()).toEqual(legalNetworks.map(({ bssid }) => bssid).sort());
});

test('measures a busy channel of neighbours, and a silent one', () => {
  const [loudest] = listNeighbourNetworks(SN)
    .filter(({ band }) => band === '2.4G')
    .toSorted((a, b) => b.signalDbm - a.signalDbm);
  const busy = loudest?.channel ?? 0;
  const { nearbyChannels = [] } = createScan().report(
    [
      { id: 'radio0', up: true, channel: busy, ssids: ['Staff'] },
      { id: 'radio1', up: true, channel: 161, ssids: ['Staff'] },
    ],
    0,
    undefined,
  );
  expect(nearbyChannels.find(({ channel }) => channel === busy)?.busyPercent).toBeGreaterThan(1);
  expect(nearbyChannels.find(({ channel }) => channel === 161)).toMatchObject({ band: '5G', busyPercent: 0 });
});

test('does not scan while all radios are off', () => {
  const off = RADIOS.map(({ id }) => ({ id, up: false, ssids: [] }));
  expect(createScan().report(off, 0, 'DE')).toEqual({});
});
