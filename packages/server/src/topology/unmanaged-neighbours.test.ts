/** Neighbours that are not managed, from literal frames of real OpenWiFi devices and reports of the device protocol. */
import { TOPOLOGY_DOCUMENT } from '@northlight/contract';
import { SteppedClock } from '@northlight/runtime';
import { expect, inject, test } from 'vitest';
import {
  createOpenWifiSite,
  encodeApConnect,
  encodeSwitchConnect,
  pollUntil,
  startTestServer,
} from '../testing/index.ts';
import { createSilentSite } from './testing/silent-site.ts';

const start = () => startTestServer(inject('databaseUrl'), { clock: new SteppedClock(Date.now()) });
const CORE = '00:00:5e:00:01:01';
const EDGE = '00:00:5e:00:01:02';
const HOST = '00:00:5e:00:01:03';

test('a router at the uplink of a switch is above it, and other neighbours are at the ports that report them', async () => {
  await using world = await start();
  const owner = await world.signedUp();
  const site = await createOpenWifiSite(world, owner, 'Delta devices');
  await using device = await site.added(encodeSwitchConnect);
  const { id, params, serial } = device;
  await site.settle(device);
  const read = async (at?: string) => {
    await world.services.topology.processAll();
    return owner.call('topologyGet', { params, query: { at } });
  };
  const peers =
    `"Ethernet9":[{"name":"core-gw","mac":"${CORE}","port_id":"ge-0/0/1","capability":["Bridge","Router"]}],` +
    `"Ethernet0":[{"name":"edge","mac":"${EDGE.toUpperCase()}","port_id":"24","capability":["Bridge"]}],` +
    `"Ethernet1":[{"name":"laptop","mac":"${HOST}","port_id":"eth0","capability":["Station"]}]`;
  device.raw.send(
    `{"jsonrpc":"2.0","method":"state","params":{"serial":"${serial}","uuid":1,"state":{"lldp-peers":{"upstream":{${peers}}}}}}`,
  );
  await pollUntil(async () => (await read()).nodes.length > 2);
  const { links, nodes, rootId } = await read();
  expect(rootId).toBe(id);
  const find = (mac: string) => nodes.find(({ neighbour }) => neighbour?.mac === mac);
  const [core, edge] = [find(CORE), find(EDGE)];
  expect([core, edge]).toMatchObject([
    { kind: 'unknown-device', name: 'core-gw', neighbour: { mac: CORE, name: 'core-gw', type: 'router' } },
    { kind: 'unknown-device', name: 'edge', neighbour: { mac: EDGE, name: 'edge', type: 'switch' } },
  ]);
  expect(nodes).toHaveLength(3);
  expect(links).toMatchObject([
    {
      upper: { nodeId: core?.id, port: 'ge-0/0/1' },
      lower: { nodeId: id, port: 'Ethernet9' },
      evidence: 'lldp-one',
    },
    {
      upper: { nodeId: id, port: 'Ethernet0' },
      lower: { nodeId: edge?.id, port: '24' },
      evidence: 'lldp-one',
    },
  ]);
  // A user can give it another name, and the drawing of an earlier time has the same facts.
  const change = TOPOLOGY_DOCUMENT.set('names', { nodeId: core?.id ?? '', name: 'Provider' });
  await owner.call('topologyEditSave', { params, body: { baseRevision: 0, changes: [change] } });
  const past = (await read(new Date(world.clock.now()).toISOString())).nodes;
  expect(past.find(({ neighbour }) => neighbour?.mac === CORE)).toMatchObject({
    name: 'Provider',
    neighbour: { name: 'core-gw', type: 'router' },
  });
  // The uplink moves to the other neighbour.
  device.raw.send(
    `{"jsonrpc":"2.0","method":"state","params":{"serial":"${serial}","uuid":1,"state":{"default-gateway":[{"metric":0,"out-port":"Ethernet0"}],"lldp-peers":{"upstream":{${peers}}}}}}`,
  );
  await pollUntil(async () => (await read()).links.some(({ upper }) => upper.nodeId === edge?.id));
  expect((await read()).links.map(({ lower, upper }) => [upper.nodeId, lower.nodeId])).toEqual(
    expect.arrayContaining([
      [edge?.id, id],
      [id, core?.id],
    ]),
  );
});

test('access points at the same unmanaged switch are below it', async () => {
  await using world = await start();
  const owner = await world.signedUp();
  const site = await createOpenWifiSite(world, owner, 'Estuary devices');
  await using first = await site.added((serial) => encodeApConnect(serial));
  const { params } = first;
  const project = await owner.call('projectGet', { params });
  await using second = await site.added((serial) => encodeApConnect(serial), undefined, project);
  for (const [index, { raw, serial }] of [first, second].entries())
    raw.send(
      `{"jsonrpc":"2.0","method":"state","params":{"serial":"${serial}","uuid":1,"state":{"lldp-peers":{"upstream":{"eth0":[{"mac":"${EDGE}","port_id":"p${index}","capability":["Bridge","Wlan"]}]}}}}}`,
    );
  const read = async () => {
    await world.services.topology.processAll();
    return owner.call('topologyGet', { params, query: {} });
  };
  await pollUntil(
    async () => (await read()).links.filter(({ upper }) => upper.port !== undefined).length > 1,
  );
  const { links, nodes } = await read();
  const edge = nodes.find(({ kind }) => kind === 'unknown-device');
  expect(edge).toMatchObject({ neighbour: { mac: EDGE } });
  // An access point is neither a router nor a switch.
  expect(edge?.neighbour).not.toHaveProperty('type');
  expect(links.map(({ lower, upper }) => ({ lower, upper }))).toEqual(
    expect.arrayContaining([
      { upper: { nodeId: edge?.id, port: 'p0' }, lower: { nodeId: first.id, port: 'eth0' } },
      { upper: { nodeId: edge?.id, port: 'p1' }, lower: { nodeId: second.id, port: 'eth0' } },
    ]),
  );
  expect(links).toHaveLength(2);
});

test('neighbours of native devices are shown, but not those at the WAN port of the gateway', async () => {
  await using world = await start();
  const owner = await world.signedUp();
  await using site = await createSilentSite(world, owner);
  await site.gateway.report(
    [],
    [
      { port: 'wan1', peerMac: CORE, peerName: 'provider', caps: ['router'] },
      { port: 'lan2', peerMac: EDGE, peerPort: 'g1', caps: ['Bridge', 'unlisted'] },
      { port: 'lan3', peerMac: HOST, peerName: 'nas', caps: ['station'] },
    ],
  );
  const found = await pollUntil(async () => {
    const { links, nodes } = await site.read();
    const unknown = nodes.filter(({ neighbour }) => neighbour);
    return unknown.length > 0 ? { links, unknown } : undefined;
  });
  expect(found.unknown).toEqual([
    { id: expect.any(String) as string, kind: 'unknown-device', neighbour: { mac: EDGE, type: 'switch' } },
  ]);
  expect(found.links).toContainEqual(
    expect.objectContaining({
      upper: { nodeId: site.gateway.id, port: 'lan2' },
      lower: { nodeId: found.unknown[0]?.id, port: 'g1' },
    }),
  );
});
