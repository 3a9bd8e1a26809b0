import { EMPTY_WIRELESS, NET_MODES, type Project, type WifiPolicy } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createProject,
  playSite,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
let mesh: { readonly projectId: number; readonly nodeId: string };
let wlan: { readonly projectId: number; readonly nodeId: string };
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
  const create = async (...models: string[]) => {
    const { devices, projectId } = await playSite(world, owner, ...models);
    return { projectId, nodeId: devices.at(-1)?.id ?? '' };
  };
  mesh = await create('NL-MESHP', 'NL-MESHS');
  wlan = await create('NL-GW5', 'NL-AP6C');
});
afterAll(() => world[Symbol.asyncDispose]());

type Values = Partial<WifiPolicy>;

let created = 0;
const createPolicies = (count: number, nodeId: string, values: Values): WifiPolicy[] =>
  Array.from({ length: count }, () => ({
    id: `p${(created += 1)}`,
    name: `Policy-${created}`,
    enabled: true,
    ssid: `Home-${created}`,
    hidden: false,
    bands: ['2.4G', '5G'],
    security: { mode: 'open' },
    maxClients: 1,
    guest: false,
    shutdowns: [],
    dhcp: 'user',
    devices: [nodeId],
    ...values,
  }));

/** Reviews policies in a project; returns the code and the fields of the error, or `ok`. */
async function review(projectId: number, policies: readonly WifiPolicy[]) {
  const body = {
    baseVersion: 0,
    config: { vlans: [], dhcpPools: [], wireless: { ...EMPTY_WIRELESS, policies: [...policies] } },
  };
  const answer = await owner.fetch(`/api/v1/projects/${projectId}/network-config/reviews`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  const { code, fields } = (await answer.json()) as { code?: number; fields?: Record<string, string> };
  return answer.ok ? 'ok' : [code, ...Object.keys(fields ?? {})];
}

const at = (index: number, field: string) => `config.wireless.policies.${index}.${field}`;
/** Policies on one device with 16 on a band at most. */
const onBands = (nodeId: string, low: number, high: number) => [
  ...createPolicies(low, nodeId, { bands: ['2.4G'] }),
  ...createPolicies(high, nodeId, { bands: ['5G'] }),
];

test.each<[string, (nodeId: string) => WifiPolicy[], unknown, unknown]>([
  ['1 guest policy', (id) => createPolicies(1, id, { guest: true }), 'ok', 'ok'],
  ['2 guest policies', (id) => createPolicies(2, id, { guest: true }), [2006, at(1, 'guest')], 'ok'],
  ['7 policies on all devices', (id) => createPolicies(7, id, { devices: 'all' }), 'ok', 'ok'],
  [
    '8 policies on all devices',
    (id) => createPolicies(8, id, { devices: 'all' }),
    [2007, at(7, 'devices')],
    [2004, at(7, 'devices')],
  ],
  ['30 policies on one device', (id) => onBands(id, 15, 15), 'ok', 'ok'],
  [
    '31 policies on one device',
    (id) => onBands(id, 16, 15),
    [2008, at(30, 'devices')],
    [2005, at(30, 'devices')],
  ],
  [
    'a 5 GHz name that another policy has',
    (id) => createPolicies(2, id, { ssid5g: 'Fast' }),
    [89, at(1, 'ssid5g')],
    [88, at(1, 'ssid5g')],
  ],
  [
    'the same name on both bands',
    (id) => createPolicies(1, id, { ssid: 'Home', ssid5g: 'Home' }),
    [93, at(0, 'ssid5g')],
    [93, at(0, 'ssid5g')],
  ],
])('checks %s by the rules of the network mode', async (_case, create, inMesh, inWlan) => {
  expect(await review(mesh.projectId, create(mesh.nodeId))).toEqual(inMesh);
  expect(await review(wlan.projectId, create(wlan.nodeId))).toEqual(inWlan);
});

test('applies the rules of a mesh project before it has a node', async () => {
  const netMode: Project['netMode'] = NET_MODES.mesh;
  const { id } = await createProject(owner, { netMode });
  const guests = createPolicies(2, '', { guest: true, devices: 'all' });
  expect(await review(id, guests)).toEqual([2006, at(1, 'guest')]);
});
