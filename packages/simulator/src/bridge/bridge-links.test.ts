import { FakeCloud, passTime } from '@northlight/agent/testing';
import { computeExpectedSignalDbm, getChannelFrequencyMhz } from '@northlight/contract';
import { type BridgeStat, type ConfigBridge, statMessage } from '@northlight/contract/device-protocol';
import { MINUTE_MS, SeededEntropy, SteppedClock } from '@northlight/runtime';
import { describe, expect, it } from 'vitest';
import { describeSite } from '../sites/index.ts';
import { Site } from '../site.ts';
import type { DeviceSpec } from '../spec.ts';

const toDeviceId = (sn: string): string => sn.padEnd(22, 'x').slice(0, 22);
const [BASE, CLIENT, BEHIND] = ['House-bridge', 'Barn-bridge', 'Barn-AP'] as const;

async function startFarm() {
  const spec = describeSite('farm', 5);
  const clock = new SteppedClock();
  const cloud = new FakeCloud(() => clock.now());
  const site = new Site({
    spec,
    access: (sn) => ({ credential: { id: toDeviceId(sn), token: 't', epoch: 1 } }),
    endpoint: { host: '127.0.0.1', port: 1883 },
    connect: cloud.connect,
    clock,
    entropy: new SeededEntropy(1),
  });
  const find = (name: string): DeviceSpec => {
    const found = spec.devices.find((device) => device.name === name);
    if (!found) throw new Error(`The site has no ${name}.`);
    return found;
  };
  const latest = (name: string): BridgeStat => {
    const stats = cloud
      .received('stat', toDeviceId(find(name).sn))
      .map((message) => statMessage.parse({ ...message, session: 's', seq: 1, ts: 1 }));
    const bridge = stats.flatMap((stat) => stat.bridge ?? []).at(-1);
    if (!bridge) throw new Error(`${name} has reported no link.`);
    return bridge;
  };
  const isOnline = (name: string): boolean => cloud.connected.includes(toDeviceId(find(name).sn));
  const push = (name: string, rev: number, bridge: ConfigBridge): void =>
    cloud.push(toDeviceId(find(name).sn), rev, { vlans: [], dhcpPools: [], bridge });
  const outcomes = (name: string): unknown[] =>
    cloud.received('cfg', toDeviceId(find(name).sn)).map(({ status }) => status);
  site.start();
  await passTime(clock, 90_000);
  return { clock, find, isOnline, latest, outcomes, push, site };
}
type Farm = Awaited<ReturnType<typeof startFarm>>;

const LINK = {
  ssid: 'Barn link',
  key: 'a long passphrase',
  widthMhz: 40,
  powerDbm: 20,
  distanceMetres: 300,
  vlans: 'all',
} as const;
const asBase: ConfigBridge = { mode: 'base', ...LINK, channel: 100, maxClients: 1 };
const asClient: ConfigBridge = { mode: 'client', ...LINK };

/** Sends both ends of a link and waits until both bridges have kept or refused them. */
async function configure(
  farm: Farm,
  rev: number,
  base: Partial<ConfigBridge> = {},
  client: Partial<ConfigBridge> = {},
): Promise<void> {
  farm.push(BASE, rev, { ...asBase, ...base } as ConfigBridge);
  farm.push(CLIENT, rev, { ...asClient, ...client } as ConfigBridge);
  await passTime(farm.clock, 5 * MINUTE_MS);
}

describe('the bridge link of a simulated farm', () => {
  it('is reported by both ends, with the signal that free space gives and the loss of the antennas', async () => {
    const farm = await startFarm();
    await using _site = farm.site;
    await configure(farm, 1);
    expect(farm.outcomes(BASE).at(-1)).toBe('applied');
    expect(farm.outcomes(CLIENT).at(-1)).toBe('applied');
    const [base, client] = [farm.latest(BASE), farm.latest(CLIENT)];
    expect(base).toMatchObject({ mode: 'base', channel: 100, widthMhz: 40, powerDbm: 20 });
    expect(client).toMatchObject({ mode: 'client', channel: 100 });
    expect(base.peers.map(({ mac }) => mac)).toEqual([farm.find(CLIENT).mac]);
    expect(client.peers.map(({ mac }) => mac)).toEqual([farm.find(BASE).mac]);
    const expected = computeExpectedSignalDbm({
      powerDbm: 20,
      gainDbi: 13,
      peerGainDbi: 13,
      distanceMetres: 300,
      frequencyMhz: getChannelFrequencyMhz(100),
    });
    const measured = client.peers[0]?.signalDbm ?? 0;
    expect(measured).toBeLessThanOrEqual(expected + 2);
    expect(measured).toBeGreaterThan(expected - 4);
  });

  it('becomes weaker with a misaligned antenna and in rain', async () => {
    const farm = await startFarm();
    await using _site = farm.site;
    farm.site.misalignBridge(farm.find(CLIENT).sn, 0);
    farm.site.misalignBridge(farm.find(BASE).sn, 0);
    await passTime(farm.clock, 2 * MINUTE_MS);
    const aligned = farm.latest(CLIENT).peers[0];
    farm.site.misalignBridge(farm.find(CLIENT).sn, 30);
    await passTime(farm.clock, 2 * MINUTE_MS);
    const turned = farm.latest(CLIENT).peers[0];
    expect((aligned?.signalDbm ?? 0) - (turned?.signalDbm ?? 0)).toBeGreaterThanOrEqual(8);
    expect(turned?.rxRateMbps).toBeLessThanOrEqual(aligned?.rxRateMbps ?? 0);
    farm.site.misalignBridge(farm.find(CLIENT).sn, 0);
    farm.site.setRain(20);
    await passTime(farm.clock, 2 * MINUTE_MS);
    const wet = farm.latest(CLIENT).peers[0]?.signalDbm ?? 0;
    expect((aligned?.signalDbm ?? 0) - wet).toBeGreaterThanOrEqual(2);
  });

  it('takes the devices behind it offline when the base loses power, and online again when the power returns', async () => {
    const farm = await startFarm();
    await using _site = farm.site;
    const base = farm.site.device(farm.find(BASE).sn);
    expect([CLIENT, BEHIND].map(farm.isOnline)).toEqual([true, true]);
    base.unplug();
    await passTime(farm.clock, MINUTE_MS);
    expect([CLIENT, BEHIND].map(farm.isOnline)).toEqual([false, false]);
    base.plug();
    await passTime(farm.clock, 3 * MINUTE_MS);
    expect([CLIENT, BEHIND].map(farm.isOnline)).toEqual([true, true]);
  });
});

describe('a change of the link that does not come up', () => {
  it.each<[string, Partial<ConfigBridge> | undefined, Partial<ConfigBridge> | undefined]>([
    ['another key at the client', undefined, { key: 'another passphrase' }],
    ['a lock to a MAC address that does not exist', undefined, { peers: ['02:00:00:00:00:99'] }],
    ['a base that is locked to another client', { peers: ['02:00:00:00:00:99'] }, undefined],
    ['different keys', { key: 'another passphrase' }, { key: 'a third passphrase' }],
    ['two clients instead of a base', { mode: 'client' }, undefined],
  ])('is taken back by each changed end: %s', async (_title, base, client) => {
    const farm = await startFarm();
    await using _site = farm.site;
    await configure(farm, 1);
    await configure(farm, 2, base, client);
    if (client) expect(farm.outcomes(CLIENT).at(-1)).toBe('rolledback');
    if (base) expect(farm.outcomes(BASE).at(-1)).toBe('rejected');
    expect(farm.latest(CLIENT).peers).toHaveLength(1);
    expect([BASE, CLIENT, BEHIND].map(farm.isOnline)).toEqual([true, true, true]);
  });

  it.each([2_000, 12_000, 45_000])(
    'returns to the previous link when the power fails after %d ms',
    async (ms) => {
      const farm = await startFarm();
      await using _site = farm.site;
      await configure(farm, 1);
      farm.push(BASE, 2, { ...asBase, key: 'another passphrase' });
      farm.push(CLIENT, 2, { ...asClient, key: 'a third passphrase' });
      await passTime(farm.clock, ms);
      const client = farm.site.device(farm.find(CLIENT).sn);
      client.unplug();
      await passTime(farm.clock, 5_000);
      client.plug();
      await passTime(farm.clock, 8 * MINUTE_MS);
      expect(farm.latest(CLIENT).peers).toHaveLength(1);
      expect([BASE, CLIENT, BEHIND].map(farm.isOnline)).toEqual([true, true, true]);
    },
  );
});
