import { capabilitiesOf } from '@northlight/contract';
import { type BirthMessage, topics, type UpChannel } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createProject,
  eventually,
  RawDevice,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';
import type { BaseDevice } from './base-devices.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const SESSION = 'one';
const nul = String.fromCharCode(0);

async function born(model: string, birth: Partial<BirthMessage> = {}, into?: number) {
  const projectId = into ?? (await createProject(owner)).id;
  const [base] = (await world.register({ model })) as [BaseDevice];
  const { sn, claimCode } = base;
  const { id } = await owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
  const credential = await RawDevice.provision(world.mqttPort, base);
  const device = await RawDevice.online(world.mqttPort, base, credential, { session: SESSION, ...birth });
  const look = () => owner.call('deviceGet', { params: { projectId, deviceId: id } });
  return { projectId, base, id, device, look };
}

test('a device that is born as another kind stays what the manufacturer registered', async () => {
  const { projectId } = await born('NL-GW5');
  const caps = capabilitiesOf('NL-GW5');
  const { base, look } = await born(
    'NL-AP6C',
    { model: 'NL-GW5', mac: '02:00:00:00:00:01', ...(caps && { caps }) },
    projectId,
  );
  expect(await look()).toMatchObject({ kind: 'ap', model: 'NL-AP6C', mac: base.mac, state: 1 });
  expect((await look()).capabilities.kind).toBe('ap');
  const [second] = (await world.register({ model: 'NL-AP6C' })) as [BaseDevice];
  const { sn, claimCode } = second;
  await owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
});

test('a report that cannot be stored is refused alone: those of other devices arrive', async () => {
  const liar = await born('NL-AP6C');
  const honest = await born('NL-AP6C');
  const refused = world.server.gateway.mqtt.refusals.malformed;
  const figures = { session: SESSION, seq: 1, ts: 0 };
  const lie = { ...figures, nets: { uplinkPort: `p${nul}` } };
  liar.device.publish(topics.up(liar.id, 'stat'), lie).catch(() => undefined);
  honest.device.publish(topics.up(honest.id, 'stat'), { ...figures, cpu: 12 }).catch(() => undefined);
  await eventually(async () => {
    await world.clock.advance(50);
    return (await honest.look()).cpuPercent === 12;
  });
  expect(world.server.gateway.mqtt.refusals.malformed).toBe(refused + 1);
});

const client = { mac: '02:00:00:00:00:01' };
const report = (join: object) => ({ session: SESSION, seq: 1, ts: 0, full: false, join: [join] });

test.each<[string, Exclude<UpChannel, 'cmd'>, object]>([
  ['a client without a MAC address', 'clients', report({ mac: '<b>' })],
  ['a client name with NUL', 'clients', report({ ...client, name: nul })],
  ['a VLAN beyond all', 'clients', report({ ...client, vlan: 1e15 })],
  ['a signal beyond all', 'clients', report({ ...client, signalDbm: 1e300 })],
  ['an event with NUL', 'evt', { eid: nul, ts: 0, type: 'x', sev: 'warning' }],
  ['a neighbour with NUL', 'topo', { session: SESSION, seq: 1, ts: 0, lldp: [{ port: nul, peerMac: '' }] }],
  ['a code beyond all', 'cfg', { rev: 1, hash: '', status: 'rejected', code: 1e15 }],
  ['a revision beyond all', 'cfg', { rev: 2 ** 53 - 1, hash: '', status: 'rolledback' }],
])('%s is refused as malformed, and the project can still be read', async (_name, channel, message) => {
  const { id, device, projectId } = await born('NL-AP6C');
  const before = world.server.gateway.mqtt.refusals.malformed;
  device.publish(topics.up(id, channel), message).catch(() => undefined);
  await eventually(() => world.server.gateway.mqtt.refusals.malformed === before + 1);
  await owner.call('deviceList', { params: { projectId } });
  await owner.call('clientList', { params: { projectId } });
  await owner.call('alarmList', { params: { projectId }, query: {} });
});
