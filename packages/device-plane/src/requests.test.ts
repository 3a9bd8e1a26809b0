import { CONFIG_SCHEMA } from '@northlight/contract/device-protocol';
import { hashSha256Hex } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { handleConfigRequest } from './requests.ts';
import { MemoryDeviceStore } from './testing/index.ts';
import { PlaneWorld } from './testing/plane-world.ts';
import { createSampleDesired, createSampleView } from './testing/samples.ts';

const desired = createSampleDesired(5);

async function start(token = 'first') {
  const world = new PlaneWorld(new MemoryDeviceStore());
  const id = await world.claimDevice();
  await world.store.issueCredential('SN-1', hashSha256Hex(token));
  const connect = async (proof: string | undefined) => {
    const connection = await world.connect(id);
    connection.token = proof;
    return connection;
  };
  return { world, id, connect, device: await connect(token) };
}

test('answers a time request with the time of the cloud', async () => {
  const { world, device } = await start();
  expect(await device.request('r1', { kind: 'time' })).toEqual([{ kind: 'time', now: world.clock.now() }]);
});

test.each([undefined, null, 7, {}, { kind: 'reboot' }, { kind: 'upload' }, { kind: 'upload', purpose: 'x' }])(
  'answers the malformed request %j with a refusal',
  async (request) => {
    const { device } = await start();
    expect(await device.request('r1', request)).toEqual([
      { kind: 'refused', code: 400, message: 'The request could not be read.' },
    ]);
    expect(device.closed).toBeUndefined();
  },
);

test.each([
  ['upload', 'log', 2001, 'This cloud accepts only backups and pictures of cameras.'],
  ['upload', 'backup', 400, 'The size and the hash of the file are missing.'],
  ['download', 'backup', 259, 'There is no such file for this device.'],
  ['download', 'software', 259, 'There is no such file for this device.'],
])('refuses %s with a code and a message', async (kind, purpose, code, message) => {
  const { device } = await start();
  expect(await device.request('r1', { kind, purpose })).toEqual([{ kind: 'refused', code, message }]);
});

test('answers with the desired configuration and marks its row as sent', async () => {
  const { world, id, device } = await start();
  expect(await device.request('r1', { kind: 'config' })).toEqual([{ kind: 'config', desired: 'none' }]);
  await world.store.setDesired(id, desired);
  await world.store.addWork(id, { kind: 'configure', rev: 5 });
  const push = {
    rev: 5,
    hash: 'hash-5',
    schema: CONFIG_SCHEMA,
    base: 0,
    confirmSecs: 60,
    config: desired.config,
  };
  for (const rid of ['r2', 'r3'])
    expect(await device.request(rid, { kind: 'config' })).toEqual([{ kind: 'config', desired: push }]);
  expect(await world.store.rows(id)).toMatchObject([{ state: 'sent' }]);
  expect(await world.store.device(id)).toMatchObject({ sentRev: 5, reportedStatus: 'sent' });
});

test.each([
  ['bad', { badRev: 5 }],
  ['for a locally managed device', { managed: 'local' as const }],
])('does not send a configuration that is %s', (_title, device) => {
  const outcome = handleConfigRequest(createSampleView({ desired, ...device }, [{ rev: 5 }]), 'r');
  expect(outcome.send).toMatchObject([{ payload: { desired: 'none' } }]);
  expect([outcome.device, outcome.work]).toEqual([undefined, undefined]);
});

test('repeats a configuration that is being applied, and keeps its state', () => {
  const view = createSampleView({ desired, sentRev: 5, reportedStatus: 'applying' }, [
    { rev: 5, state: 'running' },
  ]);
  const outcome = handleConfigRequest(view, 'r');
  expect(outcome.send).toMatchObject([{ payload: { desired: { rev: 5 } } }]);
  expect([outcome.device, outcome.work]).toEqual([{}, []]);
});

test('answers repeated requests with the same renewed credential until the device uses it', async () => {
  const { world, id, connect, device } = await start();
  const [answer] = (await device.request('r1', { kind: 'credential' })) as { token: string; epoch: number }[];
  expect(answer).toMatchObject({ kind: 'credential', epoch: 2 });
  const { token = '' } = answer ?? {};
  expect(await device.request('r1', { kind: 'credential' })).toEqual([answer, answer]);
  expect(await (await connect('first')).request('r9', { kind: 'credential' })).toEqual([answer]);
  expect(await world.store.readCredential(id)).toMatchObject({
    tokenHash: hashSha256Hex('first'),
    nextHash: hashSha256Hex(token),
  });
  expect(await world.store.promoteCredential(id, hashSha256Hex(token))).toBe(true);
  expect(await world.store.device(id)).toMatchObject({ epoch: 2 });
  // The old token is invalid, also on a connection that was authenticated with it.
  expect(await device.request('r2', { kind: 'credential' })).toMatchObject([{ kind: 'refused', code: 3 }]);
  const [next] = (await (await connect(token)).request('r3', { kind: 'credential' })) as { token: string }[];
  expect(next).toMatchObject({ epoch: 3 });
  expect(next?.token).not.toBe(token);
});

test('discards an unused renewed credential after a hello', async () => {
  const { world, id, device } = await start();
  const [answer] = (await device.request('r1', { kind: 'credential' })) as { token: string }[];
  await world.store.issueCredential('SN-1', hashSha256Hex('hello'));
  expect(await world.store.promoteCredential(id, hashSha256Hex(answer?.token ?? ''))).toBe(false);
  expect(await world.store.readCredential(id)).toMatchObject({
    tokenHash: hashSha256Hex('hello'),
    nextHash: undefined,
  });
});
