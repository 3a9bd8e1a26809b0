import {
  checkNetworkConfig,
  DEMO_MESH_PROJECT,
  DEMO_WLAN_PROJECT,
  EMPTY_NETWORK_CONFIG,
  isSelfAssigned,
} from '@northlight/contract';
import { isInSubnet, parseIpv4, getSubnet } from '@northlight/contract/net';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { pollUntil, startTestServer, type TestBrowser, type TestServer } from '@northlight/server/testing';
import { listDemoProjects } from './seed.ts';
import { demo } from './index.ts';

let world: TestServer;
let visitor: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), { demo });
  visitor = world.browser();
  await visitor.call('demoSignIn', {});
});
afterAll(() => world[Symbol.asyncDispose]());

/** Advances the simulated time until a condition holds. */
const inTime = (condition: () => Promise<boolean>): Promise<boolean> =>
  pollUntil(async () => {
    await world.clock.advance(500);
    return condition();
  }, 40_000);

test('brings both demo projects online over the real protocol', { timeout: 60_000 }, async () => {
  await inTime(async () =>
    (await visitor.call('projectList', {})).items.every(
      (project) => project.devicesOnline === project.deviceCount,
    ),
  );
  const { items } = await visitor.call('projectList', {});
  expect(items.map(({ id, typeFlag, property, right }) => ({ id, typeFlag, property, right }))).toEqual(
    expect.arrayContaining(
      [DEMO_WLAN_PROJECT, DEMO_MESH_PROJECT].map((id) => ({ id, typeFlag: 9, property: 'demo', right: 'r' })),
    ),
  );
  const kinds = (await visitor.call('deviceList', { params: { projectId: DEMO_WLAN_PROJECT } })).items.map(
    (device) => device.kind,
  );
  const count = (kind: string): number => kinds.filter((found) => found === kind).length;
  expect({
    gateway: count('gateway'),
    switch: count('switch'),
    ap: count('ap'),
    nvr: count('nvr'),
    ipc: count('ipc'),
    cpe: count('cpe'),
  }).toEqual({
    gateway: 1,
    switch: 8,
    ap: 40,
    nvr: 2,
    ipc: 12,
    cpe: 2,
  });
  const mesh = await visitor.call('deviceList', { params: { projectId: DEMO_MESH_PROJECT } });
  expect(mesh.items.map((device) => device.meshRole ?? '').sort((a, b) => a.localeCompare(b))).toEqual([
    'primary',
    ...Array<string>(5).fill('secondary'),
  ]);
  await inTime(
    async () =>
      (await visitor.call('clientList', { params: { projectId: DEMO_WLAN_PROJECT } })).items.length > 300,
  );
});

test('the ports between access points and gateway carry the VLANs of all Wi-Fi networks', async () => {
  const params = { projectId: DEMO_WLAN_PROJECT };
  const readLinks = async () => (await visitor.call('topologyGet', { params, query: {} })).links;
  await inTime(async () => (await readLinks()).filter(({ lower }) => lower.port !== undefined).length > 60);
  const links = new Map((await readLinks()).map((link) => [link.lower.nodeId, link] as const));
  const devices = (await visitor.call('networkPortVlanList', { params })).items;
  const carries = ({ nodeId, port }: { nodeId: string; port?: string | undefined }, vlanId: number) =>
    devices
      .find(({ deviceId }) => deviceId === nodeId)
      ?.ports.some(({ id, tagged, untagged }) => id === port && [...tagged, ...untagged].includes(vlanId)) ===
    true;
  const checked = new Set<number>();
  const missing: string[] = [];
  for (const { deviceId, ssids } of devices)
    for (const { vlanId } of ssids) {
      checked.add(vlanId);
      for (let link = links.get(deviceId); link; link = links.get(link.upper.nodeId))
        for (const end of [link.lower, link.upper])
          if (!carries(end, vlanId)) missing.push(`VLAN ${vlanId} at ${end.nodeId}, port ${end.port}`);
    }
  expect(checked).toEqual(new Set([20, 30]));
  expect(missing).toEqual([]);
  const camera = (await visitor.call('deviceList', { params })).items.find(({ kind }) => kind === 'ipc');
  const cameraLink = links.get(camera?.id ?? '');
  expect(cameraLink && carries(cameraLink.upper, 40)).toBe(true);
});

test('answers every write of visitors and accounts with error 914', async () => {
  const projectId = DEMO_WLAN_PROJECT;
  const [device] = (await visitor.call('deviceList', { params: { projectId } })).items;
  const deviceId = device?.id ?? '';
  const account = await world.signedUp();
  for (const person of [visitor, account]) {
    const refusals = await Promise.all([
      person.refused('deviceRename', { params: { projectId, deviceId }, body: { name: 'Mine' } }),
      person.refused('deviceRestart', { params: { projectId }, body: { deviceIds: [deviceId] } }),
      person.refused('deviceRemove', { params: { projectId, deviceId } }),
      person.refused('deviceAdd', {
        params: { projectId },
        body: { sn: 'NLUNKNOWN0000000', claimCode: '0123456789' },
      }),
      person.refused('alarmMarkRead', { params: { projectId }, body: {} }),
      person.refused('networkConfigApply', {
        params: { projectId },
        body: { baseVersion: 1, config: EMPTY_NETWORK_CONFIG },
      }),
    ]);
    for (const { status, body } of refusals)
      expect([status, body.code, body.message]).toEqual([
        403,
        914,
        'This operation is not available in demo projects.',
      ]);
  }
  expect(device?.can.restart).toEqual({
    allowed: false,
    code: 914,
    reason: 'This operation is not available in demo projects.',
  });
});

test('the hotel’s network is valid and contains the addresses of its clients, except one display without an address', () => {
  const [hotel] = listDemoProjects();
  const config = hotel?.gateway ?? EMPTY_NETWORK_CONFIG;
  const wireless = { netMode: 0 as const, devices: [], hasGateway: true };
  const limits = { vlanMin: 2, vlanMax: 4094, vlans: 128, dhcpPools: 128, staticRoutes: 2, portMappings: 1 };
  expect(checkNetworkConfig(config, { limits, lanPorts: [], wanPorts: [], features: [], wireless })).toEqual(
    [],
  );
  const clients = hotel?.spec.clients ?? [];
  expect(clients.filter(({ ip }) => isSelfAssigned(ip)).map(({ name }) => name)).toEqual(['Lobby-display']);
  for (const client of clients.filter(({ ip }) => !isSelfAssigned(ip))) {
    const vlan = config.vlans.find(({ id }) => id === client.vlan);
    const subnet = getSubnet(parseIpv4(vlan?.ip ?? '') ?? 0, vlan?.prefix ?? 32);
    expect([client.ip, vlan !== undefined && isInSubnet(parseIpv4(client.ip ?? '') ?? 0, subnet)]).toEqual([
      client.ip,
      true,
    ]);
  }
});
