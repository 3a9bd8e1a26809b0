import { HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { deleteOldTopology } from './delete-topology.ts';
import { createSilentSite } from './testing/silent-site.ts';
import {
  createWiredSite,
  pollUntil,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

describe('the topology of a project', () => {
  it('links a switch to the gateway at the ports that LLDP names', async () => {
    await using site = await createWiredSite(world, owner);
    const { links, nodes, rootId } = await owner.call('topologyGet', { params: site.params, query: {} });
    expect(nodes.find(({ id }) => id === rootId)).toMatchObject({ kind: 'device', deviceKind: 'gateway' });
    expect(links).toEqual([
      {
        upper: { nodeId: rootId, port: 'lan1' },
        lower: { nodeId: site.behind.id, port: site.behind.uplink },
        id: expect.any(Number),
        evidence: 'lldp-one',
        isInTree: true,
        isUncertain: false,
        seenAt: expect.any(String),
        since: expect.any(String),
        begunBy: { kind: 'device-added', deviceId: expect.any(String) },
      },
    ]);
  });

  it('links a switch without LLDP by forwarding tables, also 23 h after the last report', async () => {
    await using site = await createSilentSite(world, owner);
    const { behind, gateway, read } = site;
    await gateway.report([{ port: 'lan2', mac: behind.mac.toUpperCase() }]);
    await behind.report([{ port: 'u1', mac: gateway.mac }]);
    const linked = await pollUntil(async () => {
      const { links } = await read();
      return links.find(({ evidence }) => evidence === 'forwarding');
    });
    expect(linked).toMatchObject({
      upper: { nodeId: gateway.id, port: 'lan2' },
      lower: { nodeId: behind.id },
    });
    await world.clock.advance(23 * HOUR_MS);
    expect((await read()).links).toContainEqual(linked);
  });

  it('places a device without evidence in the unknown network', async () => {
    await using site = await createSilentSite(world, owner);
    const { links, nodes } = await site.read();
    expect(nodes.map(({ kind }) => kind).sort()).toEqual(['device', 'device', 'unknown-network']);
    expect(links.find(({ lower }) => lower.nodeId === site.behind.id)).toMatchObject({ evidence: 'none' });
  });

  it('ignores neighbours that are the device itself, or belong to another project', async () => {
    await using other = await createSilentSite(world, owner);
    await using site = await createSilentSite(world, owner);
    const { behind, read } = site;
    const lldp = [behind.mac, other.behind.mac].map((peerMac, index) => ({ port: `p${index + 1}`, peerMac }));
    await behind.report([{ port: 'p3', mac: other.gateway.mac }], lldp);
    await pollUntil(async () => (await read()).nodes.length >= 2);
    const { links, nodes } = await read();
    const own = new Set([site.gateway.id, behind.id]);
    expect(nodes.filter(({ kind }) => kind === 'device').every(({ id }) => own.has(id))).toBe(true);
    expect(JSON.stringify({ links, nodes })).not.toContain(other.behind.id);
  });

  it('returns a past minute with the links, names and states of that time', async () => {
    await using site = await createSilentSite(world, owner);
    const { behind, gateway, read } = site;
    const learn = (port: string) => gateway.report([{ port, mac: behind.mac }]);
    const findPort = async (at?: string) =>
      (await read(at)).links.find(({ lower }) => lower.nodeId === behind.id)?.upper.port;
    await behind.report([{ port: 'u1', mac: gateway.mac }]);
    await learn('lan2');
    await pollUntil(async () => (await findPort()) === 'lan2');
    const before = new Date(world.clock.now()).toISOString();
    // A device that is silent for 45 s is disconnected.
    await world.clock.advance(30_000);
    await learn('lan3');
    await pollUntil(async () => (await findPort()) === 'lan3');
    await world.clock.advance(1_000);
    await owner.call('deviceRemove', { params: { ...site.params, deviceId: behind.id } });
    expect(await findPort()).toBeUndefined();
    expect(await findPort(before)).toBe('lan2');
    const past = await read(before);
    expect(past.nodes.find(({ id }) => id === behind.id)).toMatchObject({ state: expect.any(Number) });
    expect((await read()).nodes.map(({ id }) => id)).toEqual([gateway.id]);
    const { items } = await owner.call('topologyChangeList', {
      params: site.params,
      query: { from: new Date(world.clock.now() - HOUR_MS).toISOString() },
    });
    const own = items.filter(({ deviceId }) => deviceId === behind.id);
    expect(own.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['device-removed', 'disconnected', 'moved', 'came-online', 'connected']),
    );
    expect(own.find(({ kind }) => kind === 'moved')).toMatchObject({
      from: { nodeId: gateway.id, port: 'lan2' },
      to: { nodeId: gateway.id, port: 'lan3' },
      cause: { kind: 'report', deviceId: gateway.id },
    });
  });

  it('returns the speed that a link had at a past minute', async () => {
    await using site = await createSilentSite(world, owner);
    const { behind, gateway, read } = site;
    const findSpeed = async (at?: string) => {
      const { links } = await read(at);
      return links.find(({ lower }) => lower.nodeId === behind.id)?.figures?.speedMbps;
    };
    await behind.report([{ port: 'u1', mac: gateway.mac }]);
    await gateway.report([{ port: 'lan2', mac: behind.mac }]);
    const times: string[] = [];
    for (const speedMbps of [2_500, 100]) {
      await world.clock.advance(30_000);
      void gateway.reportPorts([{ id: 'lan2', up: true, speedMbps }]);
      await pollUntil(async () => {
        await world.clock.advance(10);
        return (await findSpeed()) === speedMbps;
      });
      times.push(new Date(world.clock.now()).toISOString());
    }
    expect(await Promise.all(times.map(findSpeed))).toEqual([2_500, 100]);
    await world.clock.advance(10 * MINUTE_MS);
    expect(await findSpeed(new Date(world.clock.now()).toISOString())).toBeUndefined();
  });

  it('loses its ended links and earlier states when they are too old, but not the present ones', async () => {
    await using site = await createSilentSite(world, owner);
    const { behind, gateway, read } = site;
    const findLink = async (at?: string) =>
      (await read(at)).links.find(({ lower }) => lower.nodeId === behind.id)?.upper.port;
    await behind.report([{ port: 'u1', mac: gateway.mac }]);
    await gateway.report([{ port: 'lan2', mac: behind.mac }]);
    await pollUntil(async () => (await findLink()) === 'lan2');
    const before = new Date(world.clock.now()).toISOString();
    await world.clock.advance(30_000);
    await gateway.report([{ port: 'lan3', mac: behind.mac }]);
    await pollUntil(async () => (await findLink()) === 'lan3');
    await deleteOldTopology(world.services.db, new Date(world.clock.now() + 1));
    expect([await findLink(before), await findLink()]).toEqual([undefined, 'lan3']);
    const now = new Date(world.clock.now()).toISOString();
    expect((await read(now)).nodes.find(({ id }) => id === behind.id)).toMatchObject({
      state: expect.any(Number),
    });
  });

  it('refuses times before the project existed, in the future, and before the history', async () => {
    await using site = await createSilentSite(world, owner);
    const refuse = async (hours: number) => {
      const at = new Date(world.clock.now() + hours * HOUR_MS).toISOString();
      return (await owner.refused('topologyGet', { params: site.params, query: { at } })).body;
    };
    const text = 'The project did not exist at this time. Choose a later time.';
    expect(await refuse(-1)).toMatchObject({ code: 715, message: text, fields: { at: text } });
    for (const hours of [1, -200 * 24])
      expect(await refuse(hours)).toMatchObject({ code: 400, fields: { at: expect.stringMatching(/\.$/) } });
  });

  it('keeps a device behind an unmanaged switch below the managed switch, which the device list shows as its uplink', async () => {
    await using site = await createSilentSite(world, owner);
    const { behind, gateway, params, read } = site;
    const camera = await site.add('NL-IPC4D');
    await gateway.report([
      { port: 'lan2', mac: behind.mac },
      { port: 'lan2', mac: camera.mac },
    ]);
    await behind.report([{ port: 'p8', mac: gateway.mac }]);
    await pollUntil(async () => (await read()).nodes.some(({ kind }) => kind === 'unknown-device'));
    const { ports, uplink } = await owner.call('deviceGet', { params: { ...params, deviceId: camera.id } });
    expect({ ports: ports.length > 0, uplink }).toMatchObject({ uplink: { id: gateway.id } });
  });

  it('is hidden from accounts without access to the project', async () => {
    await using site = await createSilentSite(world, owner);
    const stranger = await world.signedUp();
    await expect(stranger.call('topologyGet', { params: site.params, query: {} })).rejects.toThrow(
      'answered 404',
    );
  });
});
