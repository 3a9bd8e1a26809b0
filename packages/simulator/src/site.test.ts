import { FakeCloud, passTime } from '@northlight/agent/testing';
import { type RadioStat, statMessage } from '@northlight/contract/device-protocol';
import { SeededEntropy, SteppedClock } from '@northlight/runtime';
import { describe, expect, it } from 'vitest';
import { createRadarSources } from './air/radar-sources.ts';
import { describeSite, createFleetSite } from './sites/index.ts';
import { Site } from './site.ts';
import type { SiteSpec } from './spec.ts';

const toDeviceId = (sn: string): string => sn.padEnd(22, 'x').slice(0, 22);

function setup(spec: SiteSpec, seed = 1, start?: number) {
  const clock = new SteppedClock(start);
  const cloud = new FakeCloud();
  const site = new Site({
    spec,
    access: (sn) => ({ credential: { id: toDeviceId(sn), token: 't', epoch: 1 } }),
    endpoint: { host: '127.0.0.1', port: 1883 },
    connect: cloud.connect,
    clock,
    entropy: new SeededEntropy(seed),
  });
  return { clock, cloud, site };
}

/** Returns the clients by device, computed from all messages that the cloud has received. */
function reportedClients(cloud: FakeCloud): Map<string, Set<string>> {
  const clientsByDevice = new Map<string, Set<string>>();
  for (const { client, channel, message } of cloud.messages) {
    if (channel !== 'clients') continue;
    const clients = message['full'] === true ? new Set<string>() : (clientsByDevice.get(client) ?? new Set());
    for (const { mac } of message['join'] as { mac: string }[]) clients.add(mac);
    for (const mac of message['leave'] as string[]) clients.delete(mac);
    clientsByDevice.set(client, clients);
  }
  return clientsByDevice;
}

describe('the hotel', () => {
  it('connects all devices; each sends a birth, its topology and figures', async () => {
    const { clock, cloud, site } = setup(describeSite('hotel', 1));
    await using _site = site;
    site.start();
    await passTime(clock, 5_000);
    expect(cloud.received('birth')).toHaveLength(65);
    expect(cloud.received('topo')).toHaveLength(65);
    // The base of the bridge link reports its client at once, in a second report.
    expect(cloud.received('stat')).toHaveLength(66);
    const gateway = site.devices[0];
    const core = cloud.received('birth').find(({ sn }) => sn === site.devices[1]?.sn);
    expect(core).toMatchObject({
      nets: { ip: '10.10.1.2', vlan: 1, uplinkMac: gateway?.spec.mac, uplinkPort: 'lan1' },
    });
  });

  it('reports all client changes, with messages of a device more than 4 s apart', async () => {
    const { clock, cloud, site } = setup(describeSite('hotel', 1));
    await using _site = site;
    site.start();
    await passTime(clock, 15 * 60_000);
    const reported = [...reportedClients(cloud).values()].flatMap((clients) => [...clients]);
    expect(reported.length).toBe(site.clientCount);
    expect(new Set(reported).size).toBe(reported.length);
    const last = new Map<string, number>();
    for (const { client, channel, message } of cloud.messages) {
      if (channel !== 'clients') continue;
      const ts = Number(message['ts']);
      expect(ts - (last.get(client) ?? 0)).toBeGreaterThan(4_000);
      last.set(client, ts);
    }
    const stats = cloud.received('stat', toDeviceId(site.devices[0]?.sn ?? ''));
    expect(stats.length).toBeGreaterThanOrEqual(15);
    expect(stats.length).toBeLessThanOrEqual(17);
    const uptimes = stats.map(({ uptimeSeconds }) => Number(uptimeSeconds));
    expect(uptimes).toEqual([...uptimes].sort((a, b) => a - b));
  });

  it('stops the reports of an unplugged device, and starts the device when it is plugged in', async () => {
    const { clock, cloud, site } = setup(describeSite('hotel', 1));
    await using _site = site;
    site.start();
    await passTime(clock, 60_000);
    const ap = site.devices.find(({ spec }) => spec.name === 'AP-01');
    if (!ap) throw new Error('no AP-01');
    ap.unplug();
    await passTime(clock, 120_000);
    const id = toDeviceId(ap.sn);
    expect(ap.state).toBe('unplugged');
    expect(cloud.received('death', id)).toHaveLength(1);
    const births = cloud.received('birth', id).length;
    expect(cloud.received('stat', id).length).toBeLessThanOrEqual(3);
    ap.plug();
    await passTime(clock, 60_000);
    expect(cloud.received('birth', id)).toHaveLength(births + 1);
    expect(cloud.received('birth', id).at(-1)).toMatchObject({ bootReason: 'power', uptimeSeconds: 0 });
    expect(ap.online).toBe(true);
  });
});

describe('the radios of the hotel', () => {
  it('report the air, their addresses, and the networks of the hotel and its neighbours', async () => {
    const { clock, cloud, site } = setup(describeSite('hotel', 1));
    await using _site = site;
    site.start();
    await passTime(clock, 12 * 60_000);
    const stats = cloud.received('stat').map((message) => statMessage.parse(message));
    const radios = stats.flatMap((stat) => (stat.radios ?? []).filter(({ ssids }) => ssids.length > 0));
    expect(radios.length).toBeGreaterThan(100);
    for (const { bssids, busyPercent = -1, ssids, txPercent = 100 } of radios) {
      expect(bssids).toHaveLength(ssids.length);
      expect(busyPercent).toBeGreaterThanOrEqual(txPercent);
    }
    const own = new Set(radios.flatMap(({ bssids = [] }) => bssids));
    const received = stats.flatMap(({ nearbyNetworks = [] }) => nearbyNetworks);
    const isOwn = ({ bssid }: { readonly bssid: string }): boolean => own.has(bssid);
    expect(received.filter(isOwn).length).toBeGreaterThan(20);
    expect(received.filter((network) => !isOwn(network)).length).toBeGreaterThan(20);
  });

  it('leave their channels at once after radar, and return to it after half an hour', async () => {
    const spec = describeSite('hotel', 1);
    const bursts = createRadarSources(spec.seed, Date.UTC(2026, 0, 5)).find(
      ({ id }) => id === 'weather',
    )?.moments;
    const burst = bursts?.[0] ?? 0;
    const { clock, cloud, site } = setup(spec, 1, burst - 45_000);
    await using _site = site;
    site.start();
    await passTime(clock, 60_000);
    const events = cloud.messages.filter(({ message }) => message['type'] === 'radar');
    expect(events.length).toBeGreaterThan(0);
    for (const { client, message } of events) {
      expect(message).toMatchObject({
        sev: 'warning',
        data: { from: expect.any(Number), to: expect.any(Number) },
      });
      const { from, to } = message['data'] as { from: number; to: number };
      expect(from).toBeGreaterThanOrEqual(100);
      const device = site.devices.find(({ sn }) => toDeviceId(sn) === client);
      const listChannels = () => device?.listRadios([], undefined).map(({ channel }) => channel);
      expect(listChannels()).toContain(to);
      expect(listChannels()).not.toContain(from);
    }
    await passTime(clock, 60_000);
    const found = cloud.messages.flatMap(({ client, message }) =>
      ((message['radios'] ?? []) as RadioStat[]).flatMap(({ radar = [] }) => radar.map(() => client)),
    );
    expect(new Set(found)).toEqual(new Set(events.map(({ client }) => client)));
    await passTime(clock, 29 * 60_000);
    for (const { client, message } of events) {
      const { from } = message['data'] as { from: number };
      const device = site.devices.find(({ sn }) => toDeviceId(sn) === client);
      expect(device?.listRadios([], undefined).map(({ channel }) => channel)).toContain(from);
    }
  });
});

describe('a simulated device', () => {
  it('applies a configuration, applies a configuration with an unknown port in part, and rejects an unsupported VLAN ID', async () => {
    const { clock, cloud, site } = setup(createFleetSite(18, 1));
    await using _site = site;
    site.start();
    await passTime(clock, 2_000);
    const gateway = site.devices.find(({ spec }) => spec.model === 'NL-GW5L');
    const id = toDeviceId(gateway?.sn ?? '');
    const vlan = (vlanId: number, port: string) => ({
      id: vlanId,
      name: 'Guests',
      ip: '192.168.30.1',
      prefix: 24,
      ports: [port],
    });
    cloud.push(id, 1, { vlans: [vlan(30, 'lan1')], dhcpPools: [] });
    await passTime(clock, 5_000);
    cloud.push(id, 2, { vlans: [vlan(30, 'lan7')], dhcpPools: [] });
    await passTime(clock, 5_000);
    cloud.push(id, 3, { vlans: [vlan(2000, 'lan1')], dhcpPools: [] });
    await passTime(clock, 5_000);
    const finals = cloud
      .received('cfg', id)
      .filter(({ status }) => status !== 'received' && status !== 'applying');
    expect(finals).toMatchObject([
      { rev: 1, status: 'applied' },
      { rev: 2, status: 'partial', issues: [{ path: 'vlans.0.ports.0' }] },
      { rev: 3, status: 'rejected', issues: [{ path: 'vlans.0.id' }] },
    ]);
    expect(gateway?.config.vlans[0]?.ports).toEqual(['lan7']);
    await gateway?.link.setManaged('local');
    await passTime(clock, 1_000);
    cloud.push(id, 4, { vlans: [], dhcpPools: [] });
    await passTime(clock, 5_000);
    expect(cloud.received('cfg', id).at(-1)).toMatchObject({ rev: 4, status: 'rejected', code: 76 });
  });

  it('restarts on command: reports progress, disconnects, and gives the reason in its birth', async () => {
    const { clock, cloud, site } = setup(createFleetSite(3, 1));
    await using _site = site;
    site.start();
    await passTime(clock, 2_000);
    const [device] = site.devices;
    const id = toDeviceId(device?.sn ?? '');
    cloud.command(id, 'r1', clock.now() + 180_000);
    await passTime(clock, 8_000);
    expect(cloud.received('cmd', id).map(({ state, percent }) => [state, percent])).toEqual([
      ['accepted', undefined],
      ['running', 10],
      ['running', 40],
      ['running', 70],
      ['running', 100],
    ]);
    expect(cloud.connected).not.toContain(id);
    expect(cloud.received('death', id)).toHaveLength(1);
    await passTime(clock, 45_000);
    expect(cloud.received('birth', id)).toHaveLength(2);
    expect(cloud.received('birth', id)[1]).toMatchObject({ bootReason: 'restart' });
    cloud.command(id, 'r1', clock.now() + 180_000);
    await passTime(clock, 60_000);
    expect(cloud.received('cmd', id).at(-1)).toMatchObject({ cid: 'r1', state: 'done' });
    expect(cloud.received('birth', id)).toHaveLength(2);
  });

  it('leaves no timer behind when its site is disposed', async () => {
    const { clock, site } = setup(createFleetSite(40, 1));
    site.start();
    await passTime(clock, 60_000);
    await site[Symbol.asyncDispose]();
    expect(clock.pendingTimers).toBe(0);
  });
});
