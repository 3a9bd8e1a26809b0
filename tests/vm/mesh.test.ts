import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { createConfiguration, createWlan, KEY, RADIO_0 } from './access-point-site.ts';
import { addUplink, Device } from './device.ts';
import { pollUntil } from './poll-until.ts';
import { Host } from './host.ts';
import { MeshPeer } from './mesh-peer.ts';
import { explainMissingForMachine } from './requirements.ts';
import { Stage } from './stage.ts';
import { createPskNetwork, Station } from './station.ts';

const MESH = { id: 'house mesh', key: `correct "horse" battery`, mhz: 5180 };
const LAN = '10.77.0';
/** Address of the machine behind the WAN of the primary node. */
const INTERNET = '10.99.0.1';
const NODE_MAC = '02:00:00:00:0b:01';
const WITH_WIFI = createConfiguration([createWlan('House')], { radios: [RADIO_0] });

describe.skipIf(explainMissingForMachine() !== undefined)('a mesh node in the virtual machine', () => {
  let stage: Stage;
  let primary: MeshPeer;
  let relay: MeshPeer;
  let node: Device;
  let client: Station;

  beforeAll(async () => {
    stage = await Stage.open(inject('software'), 6);
    const { agent, machine } = stage;
    await machine.run(['iw', 'reg', 'set', 'DE']);
    const host = await Host.create(machine, 'node');
    for (const radio of [0, 1]) await stage.moveRadio(radio, host);
    primary = await MeshPeer.create(stage, 'primary', 2);
    relay = await MeshPeer.create(stage, 'relay', 3);
    client = await Station.create(stage, 1, 4);
    await primary.join(MESH);
    await relay.join(MESH);
    await createPrimaryRouter();
    // A cable port without a cable.
    await host.run('ip', 'link', 'add', 'up0', 'type', 'veth', 'peer', 'name', 'loose0');
    node = await Device.start(host, agent, {
      sn: 'NLMESH0000000001',
      mac: NODE_MAC,
      model: 'NL-LMESH',
      uplink: 'up0',
      radios: [{ id: 'radio0', interface: 'wlan0', band: '2.4G' }],
      mesh: { interface: 'wlan1', channel: 36, id: MESH.id, key: MESH.key, country: 'DE' },
    });
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`${await node.output()}\n`);
  });

  afterAll(async () => {
    await node?.[Symbol.asyncDispose]();
    await stage?.[Symbol.asyncDispose]();
  });

  /** Makes the primary node a router with DHCP, whose LAN is the mesh. */
  async function createPrimaryRouter(): Promise<void> {
    const { device, host } = primary;
    await host.run('ip', 'link', 'add', 'name', 'lan0', 'type', 'bridge');
    await host.run('ip', 'link', 'set', 'dev', device, 'master', 'lan0');
    await host.run('ip', 'address', 'add', `${LAN}.1/24`, 'dev', 'lan0');
    await host.run('ip', 'link', 'set', 'dev', 'lan0', 'up');
    await addUplink(stage.machine, host, 'out0', '10.99.0');
    await host.run(
      'dnsmasq',
      '--conf-file=/dev/null',
      '--port=0',
      '--no-ping',
      '--dhcp-authoritative',
      '--user=root',
      '--interface=lan0',
      `--dhcp-range=${LAN}.100,${LAN}.199,1h`,
      '--dhcp-leasefile=/run/primary.leases',
      '--pid-file=/run/primary.pid',
    );
  }

  const lastStat = () => node.cloud.received('stat').at(-1);
  const meshStation = async (mac: string): Promise<string> => {
    const text = await node.host.run('iw', 'dev', 'nlmesh0', 'station', 'dump');
    return text.split(/^(?=Station )/m).find((part) => part.startsWith(`Station ${mac}`)) ?? '';
  };
  const parentEvents = () =>
    node.cloud
      .received('evt')
      .filter(({ type }) => type === 'parent-changed')
      .map(({ data }) => data.parent);
  /**
   * Cuts or restores the radio path between the node and the primary node. Simulated radios receive each other if
   * they have a group in common; the relay is in both.
   */
  async function setPathToPrimary(isCut: boolean): Promise<void> {
    const groups = { phy1: isCut ? 1 : 3, phy2: isCut ? 2 : 3, phy3: 3 };
    for (const [phy, group] of Object.entries(groups))
      await stage.machine.run(['tee', `/sys/kernel/debug/ieee80211/${phy}/hwsim/group`], String(group));
  }

  it('joins the mesh without a cable, and reaches the cloud through the primary node', async () => {
    const birth = await pollUntil(() => {
      const [first] = node.cloud.received('birth');
      if (!first) throw new Error('not born');
      return first;
    }, 120);
    expect(birth).toMatchObject({ model: 'NL-LMESH', meshRole: 'secondary', caps: { kind: 'mesh' } });
    expect(birth.caps.radios.map(({ id }) => id)).toEqual(['radio0']);
  });

  it('gives a client the internet through the WAN of the primary node', async () => {
    expect(await node.configure(WITH_WIFI)).toMatchObject({ status: 'applied', issues: [] });
    await client.join(createPskNetwork('House', KEY), 90);
    expect(await client.requestLease()).toMatch(/^10\.77\.0\./);
    await pollUntil(async () => expect(await client.host.reaches(INTERNET)).toBe(true));
  });

  it('reports the backhaul that the kernel measures', async () => {
    const { backhaul, nets } = await pollUntil(() => {
      const stat = lastStat();
      expect(stat?.backhaul?.kind).toBe('wireless');
      return { backhaul: stat?.backhaul, nets: stat?.nets };
    }, 90);
    const kernel = await meshStation(primary.mac);
    expect(backhaul).toMatchObject({ parentMac: primary.mac, hops: 1, band: '5G', channel: 36 });
    expect(nets?.uplinkMac).toBe(primary.mac);
    expect(backhaul).toMatchObject({ signalDbm: Number(/signal:\s*(-\d+)/.exec(kernel)?.[1]) });
    expect(backhaul?.candidates).toEqual([expect.objectContaining({ mac: relay.mac })]);
    // The primary node sees the connection from its end.
    expect([...(await primary.peers()).keys()].sort()).toEqual([NODE_MAC, relay.mac].sort());
  });

  it('finds another path when it loses its parent, and reports the new parent', async () => {
    expect(await client.host.reaches(INTERNET)).toBe(true);
    await setPathToPrimary(true);
    await pollUntil(async () => expect(await client.host.reaches(INTERNET)).toBe(true), 120);
    await pollUntil(() => expect(lastStat()?.backhaul).toMatchObject({ parentMac: relay.mac, hops: 2 }), 60);
    expect(parentEvents()).toEqual([relay.mac]);
    await setPathToPrimary(false);
    await pollUntil(
      () => expect(lastStat()?.backhaul).toMatchObject({ parentMac: primary.mac, hops: 1 }),
      120,
    );
    expect(parentEvents()).toEqual([relay.mac, primary.mac]);
    expect(await client.host.reaches(INTERNET)).toBe(true);
  });

  it('does not connect to a node with another key', async () => {
    const stranger = await MeshPeer.create(stage, 'stranger', 5);
    await stranger.join({ ...MESH, key: 'wrong horse battery' });
    await pollUntil(async () => expect(await meshStation(stranger.mac)).not.toBe(''), 60).catch(
      () => undefined,
    );
    expect((await stranger.peers()).size).toBe(0);
    expect(await meshStation(stranger.mac)).not.toContain('ESTAB');
    await stranger.leave();
  });

  it('uses a cable to the primary node as its backhaul, without a loop', async () => {
    const { host } = primary;
    await node.host.run('ip', 'link', 'set', 'dev', 'loose0', 'netns', host.name);
    await host.run('ip', 'link', 'set', 'dev', 'loose0', 'master', 'lan0');
    await host.run('ip', 'link', 'set', 'dev', 'loose0', 'up');
    await pollUntil(
      async () =>
        expect(await node.requestStat()).toMatchObject({
          backhaul: { kind: 'wired', parentMac: primary.mac, hops: 1 },
          nets: { uplinkMac: primary.mac },
        }),
      120,
    );
    expect(await node.host.run('bridge', 'link', 'show', 'dev', 'nlmesh0')).toContain('state blocking');
    const countFrames = async (): Promise<number> =>
      Number(await host.run('cat', '/sys/class/net/lan0/statistics/rx_packets'));
    const before = await countFrames();
    expect(await client.host.reaches(INTERNET)).toBe(true);
    // A loop would carry thousands of frames per second.
    expect((await countFrames()) - before).toBeLessThan(500);
    // The mesh is used again when the cable is unplugged.
    await host.run('ip', 'link', 'set', 'dev', 'loose0', 'down');
    await pollUntil(async () => expect(await client.host.reaches(INTERNET)).toBe(true), 60);
    await pollUntil(async () => expect((await node.requestStat()).backhaul?.kind).toBe('wireless'), 90);
  });
});
