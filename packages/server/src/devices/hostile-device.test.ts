import { findCapabilities } from '@northlight/contract';
import { type BirthMessage, topics, type UpChannel } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createProject,
  pollUntil,
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

async function connectDevice(model: string, birth: Partial<BirthMessage> = {}, into?: number) {
  const projectId = into ?? (await createProject(owner)).id;
  const [base] = (await world.register({ model })) as [BaseDevice];
  const { sn, claimCode } = base;
  const { id } = await owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
  const credential = await RawDevice.provision(world.mqttPort, base);
  const device = await RawDevice.online(world.mqttPort, base, credential, { session: SESSION, ...birth });
  const readDevice = () => owner.call('deviceGet', { params: { projectId, deviceId: id } });
  return { projectId, base, id, device, readDevice };
}

test('keeps the registered kind when a birth reports another one', async () => {
  const { projectId } = await connectDevice('NL-GW5');
  const caps = findCapabilities('NL-GW5');
  const { base, readDevice } = await connectDevice(
    'NL-AP6C',
    { model: 'NL-GW5', mac: '02:00:00:00:00:01', ...(caps && { caps }) },
    projectId,
  );
  expect(await readDevice()).toMatchObject({ kind: 'ap', model: 'NL-AP6C', mac: base.mac, state: 1 });
  expect((await readDevice()).capabilities.kind).toBe('ap');
  const [second] = (await world.register({ model: 'NL-AP6C' })) as [BaseDevice];
  const { sn, claimCode } = second;
  await owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
});

test('leaves out the part of a report that cannot be stored, and saves reports of other devices', async () => {
  const attacker = await connectDevice('NL-AP6C');
  const honest = await connectDevice('NL-AP6C');
  const figures = { session: SESSION, seq: 1, ts: 0 };
  const odd = { ...figures, cpu: 7, nets: { uplinkPort: `p${nul}` } };
  attacker.device.publish(topics.up(attacker.id, 'stat'), odd).catch(() => undefined);
  honest.device.publish(topics.up(honest.id, 'stat'), { ...figures, cpu: 12 }).catch(() => undefined);
  await pollUntil(async () => {
    await world.clock.advance(50);
    return (await honest.readDevice()).cpuPercent === 12 && (await attacker.readDevice()).cpuPercent === 7;
  });
  expect(attacker.device.client.connected).toBe(true);
});

test('names the reason of a closed connection in the log and at the device', async () => {
  const { device, id, projectId, readDevice } = await connectDevice('NL-AP6C');
  const closed = new Promise<void>((resolve) => device.client.once('close', () => resolve()));
  device.client.publish(topics.up(id, 'stat'), 'not JSON', { qos: 1 });
  await closed;
  await pollUntil(async () => (await readDevice()).lastRefusal?.reason === 'not JSON');
  const { items } = await owner.call('logList', { params: { projectId }, query: {} });
  expect(items.map(({ event }) => event)).toContain('Message refused: not JSON');
});

const client = { mac: '02:00:00:00:00:01' };
const report = (join: object) => ({ session: SESSION, seq: 1, ts: 0, full: false, join: [join] });

test.each<[string, Exclude<UpChannel, 'cmd'>, object]>([
  ['a client without a MAC address', 'clients', report({ mac: '<b>' })],
  ['a client name with NUL', 'clients', report({ ...client, name: nul })],
  ['a VLAN out of range', 'clients', report({ ...client, vlan: 1e15 })],
  ['a signal out of range', 'clients', report({ ...client, signalDbm: 1e300 })],
  ['an event with NUL', 'evt', { eid: nul, ts: 0, type: 'x', sev: 'warning' }],
  ['a neighbour with NUL', 'topo', { session: SESSION, seq: 1, ts: 0, lldp: [{ port: nul, peerMac: '' }] }],
  ['a code out of range', 'cfg', { rev: 1, hash: '', status: 'rejected', code: 1e15 }],
  ['a revision out of range', 'cfg', { rev: 2 ** 53 - 1, hash: '', status: 'rolledback' }],
])(
  'keeps the connection after %s, and names it in the log and at the device',
  async (_name, channel, message) => {
    const { id, device, projectId, readDevice } = await connectDevice('NL-AP6C');
    await device.publish(topics.up(id, channel), message);
    expect(device.client.connected).toBe(true);
    await pollUntil(async () => (await readDevice()).lastRefusal?.reason.startsWith(`${channel}: `));
    const { items } = await owner.call('logList', { params: { projectId }, query: {} });
    const { kind, reason } = (await readDevice()).lastRefusal ?? {};
    const title = kind === 'refused' ? 'Message refused' : 'Parts of a message left out';
    expect(items.map(({ event }) => event)).toContain(`${title}: ${reason}`);
    await owner.call('deviceList', { params: { projectId } });
    await owner.call('clientList', { params: { projectId } });
    await owner.call('alarmList', { params: { projectId }, query: {} });
  },
);
