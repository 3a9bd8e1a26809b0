import { FakeCloud, passTime } from '@northlight/agent/testing';
import { getDefaultPort } from '@northlight/contract';
import type { DeviceConfig } from '@northlight/contract/device-protocol';
import { MINUTE_MS, SeededEntropy, SteppedClock } from '@northlight/runtime';
import { describe, expect, it } from 'vitest';
import { Site } from '../site.ts';
import { createOfficeSite, describeSite } from '../sites/index.ts';
import type { SiteSpec } from '../spec.ts';

const toDeviceId = (sn: string): string => sn.padEnd(22, 'x').slice(0, 22);

function setup(spec: SiteSpec = createOfficeSite(1)) {
  const clock = new SteppedClock();
  const cloud = new FakeCloud();
  const site = new Site({
    spec,
    access: (sn) => ({ credential: { id: toDeviceId(sn), token: 't', epoch: 1 } }),
    endpoint: { host: '127.0.0.1', port: 1883 },
    connect: cloud.connect,
    clock,
    entropy: new SeededEntropy(1),
  });
  const find = (name: string) => {
    const device = site.devices.find(({ spec: each }) => each.name === name);
    if (!device) throw new Error(`There is no ${name}.`);
    return device;
  };
  const names = new Map([...spec.devices, ...spec.clients].map(({ mac, name }) => [mac, name] as const));
  const read = (name: string, part: 'fdb' | 'lldp'): [string, string][] => {
    const entries = cloud.received('topo', toDeviceId(find(name).sn)).at(-1)?.[part] ?? [];
    return (entries as { port: string; mac?: string; peerMac?: string }[]).map(({ mac, peerMac, port }) => [
      names.get(mac ?? peerMac ?? '') ?? '',
      port,
    ]);
  };
  site.start();
  return {
    clock,
    cloud,
    site,
    find,
    port: (name: string, port: string) => ({ sn: find(name).sn, port }),
    /** Returns the port of each learned address, or of each neighbour, by its name. */
    learned: (name: string) => Object.fromEntries(read(name, 'fdb')),
    neighbours: (name: string) => read(name, 'lldp'),
    placeOf: (name: string) => site.network.listPlaces().find(({ sn }) => sn === find(name).sn),
    pass: (ms: number) => passTime(clock, ms),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

describe('forwarding tables of a simulated site', () => {
  it('follow the wiring, also over unmanaged switches, a bridge link and a blocked cable', async () => {
    await using office = setup();
    await office.pass(3 * MINUTE_MS);
    expect(office.learned('Core')).toMatchObject({
      Gateway: 'p25',
      'Access-1': 'p1',
      'Access-2': 'p2',
      'AP-5': 'p1',
      'Camera-3': 'p2',
      'Camera-5': 'p3',
      Recorder: 'p4',
    });
    expect(office.learned('Access-3')).toMatchObject({ Shed: 'p3', 'Bridge-2': 'p3', 'Camera-5': 'p3' });
    expect(office.learned('Shed')).toMatchObject({ Gateway: 'p9', 'Camera-5': 'p1' });
    expect(office.site.network.listBlocked()).toEqual([{ node: office.find('Access-2').sn, port: 'p24' }]);
    expect(Object.values(office.learned('Access-2'))).not.toContain('p24');
    expect(office.cloud.received('topo', toDeviceId(office.find('AP-1').sn)).at(-1)).not.toHaveProperty(
      'fdb',
    );
  });

  it('contain the clients at the ports of their access points', async () => {
    await using office = setup();
    office.site.freezeClients();
    await office.pass(4 * MINUTE_MS);
    const macs = new Map(office.site.spec.clients.map(({ mac, name }) => [mac, name] as const));
    const port = office.placeOf('AP-1')?.parentPort;
    const own = [...office.site.clients()].filter(([, { sn }]) => sn === office.find('AP-1').sn);
    for (const [mac] of own) expect(office.learned('Access-2')[macs.get(mac) ?? '']).toBe(port);
  });

  it('lose a quiet client after 300 s, but keep a device that sends frames', async () => {
    await using office = setup();
    await office.pass(2 * MINUTE_MS);
    expect(office.learned('Access-1')).toHaveProperty('Printer');
    await office.pass(5 * MINUTE_MS);
    expect(office.learned('Access-1')).not.toHaveProperty('Printer');
    expect(office.learned('Access-1')).toHaveProperty('AP-3');
  });

  it('lose the addresses of a port at once when its link is down', async () => {
    await using office = setup();
    await office.pass(2 * MINUTE_MS);
    expect(office.learned('Access-2')).toHaveProperty('Camera-1');
    office.find('Camera-1').unplug();
    await office.pass(80_000);
    expect(office.learned('Access-2')).not.toHaveProperty('Camera-1');
    expect(office.learned('Core')).toHaveProperty('Camera-1');
  });

  it('are incomplete: a switch off the path to the gateway learns a device from broadcasts only', async () => {
    await using office = setup();
    const missing = new Set<string>();
    for (let round = 0; round < 6; round++) {
      await office.pass(5 * MINUTE_MS);
      const learned = office.learned('Access-3');
      for (const { name } of office.site.spec.devices) if (!(name in learned)) missing.add(name);
      expect(learned).toMatchObject({ Gateway: 'p25' });
    }
    missing.delete('Access-3');
    expect(missing.size).toBeGreaterThan(0);
  });

  it('follow a cable that is moved, within 80 s', async () => {
    await using office = setup();
    await office.pass(3 * MINUTE_MS);
    office.site.network.moveCable(office.find('Camera-1').sn, office.port('Access-3', 'p9'));
    await office.pass(80_000);
    expect(office.learned('Access-3')['Camera-1']).toBe('p9');
    expect(office.learned('Core')['Camera-1']).toBe('p3');
    expect(office.placeOf('Camera-1')).toMatchObject({
      parentSn: office.find('Access-3').sn,
      parentPort: 'p9',
    });
  });
});

describe('LLDP of a simulated site', () => {
  it('reaches devices at one cable and those behind an unmanaged switch that forwards it', async () => {
    await using office = setup();
    await office.pass(MINUTE_MS);
    expect(Object.fromEntries(office.neighbours('Access-1'))).toEqual({
      'AP-3': 'p2',
      'AP-5': 'p1',
      'AP-6': 'p1',
      'Access-2': 'p24',
      Core: 'p25',
    });
    expect(office.neighbours('AP-5').map(([name]) => name)).toEqual(['Access-1', 'AP-6']);
    // One unmanaged switch drops LLDP, and cameras have none.
    expect(office.neighbours('Access-2').map(([name]) => name)).toEqual(['Core', 'AP-1', 'Access-1']);
    expect(office.neighbours('AP-7')).toEqual([]);
    expect(office.neighbours('Camera-1')).toEqual([]);
    expect(office.neighbours('AP-4')).toEqual([]);
  });

  it('follows a moved cable and a device without power within 10 s', async () => {
    await using office = setup();
    await office.pass(MINUTE_MS);
    office.site.network.moveCable(office.find('AP-1').sn, office.port('Access-3', 'p9'));
    await office.pass(1_000);
    expect(office.neighbours('Access-3')).toContainEqual(['AP-1', 'p9']);
    expect(office.neighbours('Access-2').map(([name]) => name)).not.toContain('AP-1');
    expect(office.neighbours('AP-1')).toEqual([['Access-3', 'eth0']]);
    office.find('AP-1').unplug();
    await office.pass(10_000);
    expect(office.neighbours('Access-3').map(([name]) => name)).not.toContain('AP-1');
  });

  it('does not pass a bridge link or a mesh backhaul, whose devices name their parents instead', async () => {
    await using office = setup();
    await office.pass(MINUTE_MS);
    expect(office.neighbours('Bridge-2').map(([name]) => name)).toEqual(['Shed']);
    expect(office.cloud.received('stat', toDeviceId(office.find('Bridge-2').sn)).at(-1)).toMatchObject({
      nets: { uplinkMac: office.find('Bridge-1').spec.mac },
    });
    await using house = setup(describeSite('mesh-house', 1));
    await house.pass(MINUTE_MS);
    expect(house.neighbours('Kitchen')).toEqual([]);
  });
});

describe('a moved cable of a simulated site', () => {
  const isOnline = (office: ReturnType<typeof setup>, ...names: string[]) =>
    names.map((name) => office.find(name).online);

  it('disconnects a device while it is unplugged, and everything behind a switch', async () => {
    await using office = setup();
    await office.pass(MINUTE_MS);
    office.site.network.moveCable(office.find('Access-3').sn, undefined);
    await office.pass(1_000);
    expect(isOnline(office, 'Access-3', 'AP-2', 'Bridge-2', 'Shed', 'AP-1')).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    office.site.network.moveCable(office.find('Access-3').sn, office.port('Core', 'p9'));
    await office.pass(2 * MINUTE_MS);
    expect(isOnline(office, 'Access-3', 'AP-2', 'Bridge-2', 'Shed')).toEqual([true, true, true, true]);
  });

  it('has no link and no address at the port of an unplugged uplink', async () => {
    await using office = setup();
    await office.pass(2 * MINUTE_MS);
    const { sn } = office.find('Access-2');
    expect(office.site.network.getPortLinks(sn).up).toContain('p25');
    office.site.network.moveCable(sn, undefined);
    await office.pass(2 * MINUTE_MS);
    expect(office.site.network.getPortLinks(sn).up).not.toContain('p25');
    const ports = Object.values(office.learned('Access-2'));
    expect(ports).not.toContain('p25');
    expect(ports).toContain('p24');
  });

  it('unblocks the other cable of a ring when a switch loses its uplink', async () => {
    await using office = setup();
    await office.pass(MINUTE_MS);
    office.site.network.moveCable(office.find('Access-2').sn, undefined);
    await office.pass(2 * MINUTE_MS);
    expect(office.site.network.listBlocked()).toEqual([]);
    expect(isOnline(office, 'Access-2', 'AP-1')).toEqual([true, true]);
    expect(office.learned('Core')['AP-1']).toBe('p1');
    expect(office.placeOf('Access-2')).toMatchObject({
      parentSn: office.find('Access-1').sn,
      ownPort: 'p24',
    });
  });

  it('puts the device at a port behind an unmanaged switch that is inserted there', async () => {
    await using office = setup();
    await office.pass(MINUTE_MS);
    const port = office.placeOf('AP-1')?.parentPort ?? '';
    office.site.network.insertUnmanagedSwitch({
      id: 'inserted',
      uplink: office.port('Access-2', port),
      forwardsLldp: true,
    });
    office.site.network.moveCable(office.find('AP-2').sn, { sn: 'inserted', port: 'second' });
    await office.pass(90_000);
    for (const name of ['AP-1', 'AP-2'])
      expect(office.placeOf(name)).toMatchObject({ parentPort: port, over: 'inserted' });
    expect(office.learned('Access-2')).toMatchObject({ 'AP-1': port, 'AP-2': port });
    expect(office.neighbours('AP-1').map(([name]) => name)).toEqual(['Access-2', 'AP-2']);
  });

  it('refuses a port that has a cable', async () => {
    await using office = setup();
    const { sn } = office.find('AP-1');
    expect(() => office.site.network.moveCable(sn, office.port('Core', 'p1'))).toThrow('is in use');
  });
});

describe('a configuration of a simulated site', () => {
  const apply = async (
    office: ReturnType<typeof setup>,
    name: string,
    own: Partial<NonNullable<DeviceConfig['ports']>[number]> & { readonly id: string },
    rev = 1,
  ) => {
    const { caps, sn } = office.find(name);
    const ports = caps.ports
      .filter(({ id }) => id === own.id)
      .map((port) => ({ ...getDefaultPort(port), ...own }));
    office.cloud.push(toDeviceId(sn), rev, { vlans: [], dhcpPools: [], ports });
    await office.pass(20_000);
  };

  it('disconnects the client or device at a port that is switched off, and connects it again', async () => {
    await using office = setup();
    await office.pass(2 * MINUTE_MS);
    const client = office.site.spec.clients.find(({ name }) => name === 'Printer')?.mac ?? '';
    expect(office.site.clients().has(client)).toBe(true);
    const atAccessPoint = office.placeOf('AP-1')?.parentPort ?? '';
    const at = office.site.spec.clients.find(({ mac }) => mac === client)?.port?.port ?? '';
    await apply(office, 'Access-1', { id: at, enabled: false });
    expect(office.site.clients().has(client)).toBe(false);
    const reports = office.cloud.received('clients', toDeviceId(office.find('Access-1').sn));
    expect(reports.some(({ leave }) => (leave as string[]).includes(client))).toBe(true);
    await apply(office, 'Access-2', { id: atAccessPoint, enabled: false });
    expect(office.find('AP-1').online).toBe(false);
    await apply(office, 'Access-1', { id: at, enabled: true }, 2);
    await apply(office, 'Access-2', { id: atAccessPoint, enabled: true }, 2);
    await office.pass(2 * MINUTE_MS);
    expect(office.site.clients().has(client)).toBe(true);
    expect(office.find('AP-1').online).toBe(true);
  });

  it('is rolled back when it leaves a switch without its VLAN, and the switch connects again', async () => {
    await using office = setup({ ...createOfficeSite(1), hasVlans: true });
    await office.pass(2 * MINUTE_MS);
    const lan = { id: 1, name: 'LAN', ip: '10.30.1.1', prefix: 24, ports: ['lan1'] };
    const pool = {
      name: 'lan',
      vlanId: 1,
      start: '10.30.1.2',
      end: '10.30.1.200',
      dns: [],
      leaseMinutes: 60,
    };
    office.cloud.push(toDeviceId(office.find('Gateway').sn), 1, {
      vlans: [lan],
      dhcpPools: [{ ...pool, mask: '255.255.255.0', gateway: '10.30.1.1' }],
    });
    await apply(office, 'Core', { id: 'p1' });
    await apply(office, 'Core', { id: 'p25', pvid: 99 }, 2);
    expect(office.find('Core').online).toBe(false);
    await office.pass(90_000);
    expect(office.find('Core').online).toBe(true);
    const reports = office.cloud.received('cfg', toDeviceId(office.find('Core').sn));
    expect(reports.at(-1)).toMatchObject({ rev: 2, status: 'rolledback' });
  });
});
