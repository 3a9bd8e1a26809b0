import type { NetworkConfig } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  pollUntil,
  type PlayedDevice,
  playSite,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const vlan = (id: number) => ({ id, name: `V${id}`, ip: `10.0.${id}.1`, prefix: 24, ports: [] });
const CONFIG: NetworkConfig = {
  vlans: [vlan(30), vlan(40)],
  dhcpPools: [],
  wan: [{ mode: 'pppoe', port: 'wan1', lines: [{ user: 'me', password: 'Secret-1' }], dns: [] }],
};

test('lists a device’s refusals at the project’s items until the device accepts them', async () => {
  await using site = await playSite(world, owner, 'NL-GW10');
  const { params } = site;
  const [device] = site.devices as [PlayedDevice];
  await device.on();
  const answers = async () => (await owner.call('networkAnswerList', { params })).items;
  await owner.call('networkConfigApply', { params, body: { baseVersion: 0, config: CONFIG } });
  const push = await device.push();
  const at = push.config.vlans.findIndex(({ id }) => id === 40);
  const issues = [
    { path: `vlans.${at}.ports`, reason: 'No such port.', substitution: 'It is left out.' },
    { path: 'wan.0.lines.0', reason: 'It cannot dial.' },
    { path: 'vlans.99.id', reason: 'An unknown item.' },
    { path: 'ports.0', reason: 'One of its own settings.' },
  ];
  await device.reportConfig(push, { status: 'partial', issues });
  await pollUntil(async () => (await answers()).length > 0);
  const { name } = await owner.call('deviceGet', { params: { ...params, deviceId: device.id } });
  const answer = { deviceId: device.id, deviceName: name, refused: false };
  expect(await answers()).toEqual([
    {
      ...answer,
      list: 'vlans',
      key: '40',
      field: 'ports',
      reason: 'No such port.',
      substitution: 'It is left out.',
    },
    { ...answer, list: 'wan', key: 'wan1', field: 'lines', reason: 'It cannot dial.' },
  ]);
  const fewer = { ...CONFIG, vlans: [vlan(30)] };
  await owner.call('networkConfigApply', { params, body: { baseVersion: 1, config: fewer } });
  expect(await answers()).toEqual([]);
  const next = await device.push();
  const refusal = { status: 'rejected' as const, issues: [{ path: 'vlans.0.id', reason: 'Not here.' }] };
  await device.reportConfig(next, refusal);
  await pollUntil(async () => (await answers()).length > 0);
  expect(await answers()).toMatchObject([{ list: 'vlans', key: '30', field: 'id', refused: true }]);
});

test('gives a refused configuration the code −99, and a job that failed on some devices the code 407', async () => {
  await using site = await playSite(world, owner, 'NL-GW10', 'NL-SW8P');
  const { params } = site;
  const [gateway, networkSwitch] = site.devices as [PlayedDevice, PlayedDevice];
  await gateway.on();
  await networkSwitch.on();
  const body = { baseVersion: 0, config: { vlans: [vlan(30)], dhcpPools: [] } };
  const { job } = await owner.call('networkConfigApply', { params, body });
  expect(job.code).toBeUndefined();
  const read = () => owner.call('jobGet', { params: { ...params, jobId: job.id } });
  await gateway.reportConfig(await gateway.push(), { status: 'rejected', issues: [] });
  await networkSwitch.reportConfig(await networkSwitch.push(), { status: 'applied' });
  await pollUntil(async () => (await read()).state !== 'running');
  const { code, rows, state } = await read();
  expect([state, code]).toEqual(['partial', 407]);
  expect(rows.find(({ deviceId }) => deviceId === gateway.id)).toMatchObject({ state: 'failed', code: -99 });
});
