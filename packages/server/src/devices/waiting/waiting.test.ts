import { ERRORS } from '@northlight/contract';
import { topics } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HOUR_MS } from '@northlight/runtime';
import {
  connectUnclaimed,
  createProject,
  RawDevice,
  startTestServer,
  type TestBrowser,
  type TestServer,
  TEST_PASSWORD,
} from '../../testing/index.ts';
import type { BaseDevice } from '../base-devices.ts';

let world: TestServer;
let owner: TestBrowser;
let other: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
  await world.clock.advance(120_000);
  other = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const readCloudCode = async (browser: TestBrowser) => (await browser.call('cloudCodeGet', {})).cloudCode;
const listPending = async (browser: TestBrowser) => (await browser.call('waitingDeviceList', {})).items;
const findPending = async (browser: TestBrowser, sn: string) =>
  (await listPending(browser)).find((device) => device.sn === sn);

test('lists a device only for the account of its cloud code, and lets this account add the device without a claim code', async () => {
  const { id: projectId } = await createProject(owner);
  await using caller = await connectUnclaimed(world);
  const { sn, mac } = caller.base;
  const code = await readCloudCode(owner);
  expect(await caller.hello(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`)).toMatchObject({
    status: 'waiting',
  });
  expect(await findPending(owner, sn)).toMatchObject({
    sn,
    mac,
    model: 'NL-AP6C',
    kind: 'ap',
    softwareVersion: '1.0.0',
    network: '127.0.0.1',
    status: 'waiting',
    can: { add: { allowed: true } },
  });
  expect(await findPending(other, sn)).toBeUndefined();
  const { items } = await owner.call('messageList', {});
  expect(items).toMatchObject([{ kind: 'device', sn, read: 0 }]);
  const added = await owner.call('waitingDeviceAdd', { params: { sn }, body: { projectId, name: 'Lobby' } });
  expect(added).toMatchObject({ sn, name: 'Lobby', waiting: true });
  const offer = (await caller.device.next()).payload as { id: string; token: string };
  expect(offer).toMatchObject({ status: 'claimed', id: added.id, epoch: 1 });
  await using _online = await RawDevice.online(world.mqttPort, caller.base, offer);
  expect(await owner.call('deviceGet', { params: { projectId, deviceId: added.id } })).toMatchObject({
    state: 1,
  });
  expect(await findPending(owner, sn)).toBeUndefined();
  expect((await owner.call('messageList', {})).unread).toBe(0);
  const [row] = await world.services.db
    .selectFrom('audit')
    .selectAll()
    .where('object', '=', sn)
    .where('action', '=', 'device.add')
    .execute();
  expect(row).toMatchObject({ project_id: projectId, result: 'ok' });
});

test('lists and adds a pending device with an API token for all projects', async () => {
  const { id: projectId } = await createProject(owner);
  await using caller = await connectUnclaimed(world);
  const { sn } = caller.base;
  await caller.hello(await readCloudCode(owner));
  const createRequest = async (projects: 'all' | number[], write: boolean) => {
    const body = { name: 'Installer', scope: { projects, write }, expiresInDays: 1 };
    const { token } = await owner.call('apiTokenCreate', { body });
    return async (path: string, payload?: object) => {
      const answer = await fetch(`${world.server.address}/api/v1/waiting-devices${path}`, {
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(payload && { method: 'POST', body: JSON.stringify(payload) }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
  };
  const request = await createRequest('all', true);
  expect(await request('')).toMatchObject({ status: 200, body: { items: [{ sn, status: 'waiting' }] } });
  for (const refused of [await createRequest([projectId], true), await createRequest('all', false)])
    expect(await refused(`/${sn}/add`, { projectId })).toMatchObject({
      status: ERRORS.readOnly.status,
      body: { code: ERRORS.readOnly.code },
    });
  expect(await request(`/${sn}/ignore`, {})).toMatchObject({ status: 200 });
  expect(await request(`/${sn}/reject`, {})).toMatchObject({ status: 200 });
  expect(await request(`/${sn}/restore`, {})).toMatchObject({ status: 200 });
  expect(await request(`/${sn}/add`, { projectId, name: 'Roof' })).toMatchObject({
    status: 201,
    body: { sn, name: 'Roof', waiting: true },
  });
  expect((await caller.device.next()).payload).toMatchObject({ status: 'claimed' });
  expect(await request('')).toMatchObject({ body: { items: [], waiting: 0 } });
});

test('removes a device from the list after a new code, after a claim, or without a code', async () => {
  const { id: projectId } = await createProject(other);
  await using first = await connectUnclaimed(world);
  await using second = await connectUnclaimed(world);
  await using silent = await connectUnclaimed(world);
  const code = await readCloudCode(owner);
  await first.hello(code);
  await second.hello(code);
  await silent.hello();
  expect((await listPending(owner)).map(({ sn }) => sn)).toEqual([first.base.sn, second.base.sn]);
  const { sn, claimCode } = first.base;
  await other.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
  expect((await listPending(owner)).map((device) => device.sn)).toEqual([second.base.sn]);
  await owner.call('cloudCodeRegenerate', {});
  expect(await listPending(owner)).toEqual([]);
  await second.hello(code);
  expect(await listPending(owner)).toEqual([]);
  await second.hello(await readCloudCode(owner));
  expect(await listPending(owner)).toHaveLength(1);
  await second.hello(await readCloudCode(other));
  expect(await listPending(owner)).toEqual([]);
  expect(await findPending(other, second.base.sn)).toMatchObject({ status: 'waiting' });
});

test('ignores a late hello of a claimed device', async () => {
  const { id: projectId } = await createProject(owner);
  const [{ sn, claimCode, mac, model }] = (await world.register({ model: 'NL-AP6C' })) as [BaseDevice];
  await owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
  const hello = { v: 1, model, mac, sw: '1.0.0', cloudCode: await readCloudCode(owner) } as const;
  await world.services.plane.store.recordHello(sn, hello, world.clock.now());
  expect(await findPending(owner, sn)).toBeUndefined();
  expect((await owner.refused('waitingDeviceReject', { params: { sn } })).status).toBe(404);
});

test('lists an ignored device again on its first hello after a day, or when the decision is reverted', async () => {
  await using caller = await connectUnclaimed(world);
  const { sn } = caller.base;
  const code = await readCloudCode(owner);
  await caller.hello(code);
  await owner.call('waitingDeviceIgnore', { params: { sn } });
  expect(await findPending(owner, sn)).toMatchObject({ status: 'ignored' });
  expect((await owner.call('messageList', {})).items).toEqual([]);
  await owner.call('waitingDeviceRestore', { params: { sn } });
  expect(await findPending(owner, sn)).toMatchObject({ status: 'waiting' });
  await owner.call('waitingDeviceIgnore', { params: { sn } });
  await world.clock.leap(23 * HOUR_MS);
  await using again = await connectAgain(caller.base);
  await again.hello(code);
  expect(await findPending(owner, sn)).toMatchObject({ status: 'ignored' });
  await world.clock.leap(HOUR_MS);
  expect(await findPending(owner, sn)).toMatchObject({ status: 'ignored' });
  const announced = announcements();
  await using later = await connectAgain(caller.base);
  await later.hello(code);
  expect(await findPending(owner, sn)).toMatchObject({ status: 'waiting' });
  expect(announced.count()).toBe(1);
  announced.stop();
});

async function connectAgain(base: BaseDevice) {
  const device = await RawDevice.connect(world.mqttPort, `p-${base.sn}`, base.sn, base.secret);
  const hello = (cloudCode: string) =>
    device.publish(topics.hello(base.sn), { v: 1, model: base.model, mac: base.mac, sw: '1.0.0', cloudCode });
  return { hello, [Symbol.asyncDispose]: () => device[Symbol.asyncDispose]() };
}

/** Records the accounts to which pending devices are announced. */
function announcements() {
  const accountIds: (string | undefined)[] = [];
  const stop = world.services.live.subscribe({
    accepts: ({ change }) => change.resource === 'waitingDevices',
    reset: () => undefined,
    deliver: ({ accountId }) => accountIds.push(accountId),
  });
  return { count: () => accountIds.length, accountIds, stop };
}

test('keeps a device rejected and unannounced until the rejection is reverted', async () => {
  const { id: projectId } = await createProject(owner);
  await using caller = await connectUnclaimed(world);
  const { sn } = caller.base;
  const code = await readCloudCode(owner);
  await caller.hello(code);
  await owner.call('waitingDeviceReject', { params: { sn } });
  await world.clock.advance(2000);
  const announced = announcements();
  await caller.hello();
  await caller.hello(code);
  expect(announced.count()).toBe(0);
  expect(await findPending(owner, sn)).toMatchObject({
    status: 'rejected',
    can: { add: { allowed: false } },
  });
  const refused = await owner.refused('waitingDeviceAdd', { params: { sn }, body: { projectId } });
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('rejected') } });
  // A rejected device stays listed when it no longer presents the code.
  await caller.hello();
  expect(await findPending(owner, sn)).toMatchObject({ status: 'rejected' });
  await owner.call('waitingDeviceRestore', { params: { sn } });
  expect(await findPending(owner, sn)).toBeUndefined();
  announced.stop();
});

test('announces a device once, to the account of its code', async () => {
  await using caller = await connectUnclaimed(world);
  await world.clock.advance(2000);
  const announced = announcements();
  const code = await readCloudCode(owner);
  for (let count = 0; count < 3; count++) await caller.hello(code);
  await world.clock.advance(2000);
  const { account } = await owner.call('sessionGet', { query: {} });
  expect(announced.accountIds).toEqual([account.id]);
  announced.stop();
});

test('requires write access to the project that a pending device is added to, with the errors of the other ways to add one', async () => {
  await using caller = await connectUnclaimed(world, 'NL-GW5');
  const { sn } = caller.base;
  await caller.hello(await readCloudCode(owner));
  const add = (projectId: number, more: object = {}) =>
    owner.refused('waitingDeviceAdd', { params: { sn }, body: { projectId, ...more } });
  const { id: foreign } = await createProject(other);
  expect((await add(foreign)).body.code).toBe(ERRORS.projectInvalid.code);
  expect((await add(9_999_999)).body.code).toBe(ERRORS.projectInvalid.code);
  const { account } = await owner.call('sessionGet', { query: {} });
  const share = (right: 'r' | 'rw', overwrite: boolean) =>
    other.call('shareCreate', {
      params: { projectId: foreign },
      body: { account: account.account ?? '', right, validity: { kind: 'hours', hours: 1 }, overwrite },
    });
  await share('r', false);
  expect((await add(foreign)).body.code).toBe(ERRORS.readOnly.code);
  const { id: full } = await createProject(owner);
  const [gateway] = (await world.register({ model: 'NL-GW5' })) as [BaseDevice];
  await owner.call('deviceAdd', {
    params: { projectId: full },
    body: { sn: gateway.sn, claimCode: gateway.claimCode, name: 'GW' },
  });
  expect((await add(full)).body.code).toBe(ERRORS.deviceLimit.code);
  expect((await add(full, { name: 'gw' })).body).toMatchObject({ code: ERRORS.deviceNameExists.code });
  expect(await findPending(owner, sn)).toMatchObject({ status: 'waiting' });
  await other.call('identityConfirm', { body: { password: TEST_PASSWORD } });
  await share('rw', true);
  await owner.call('waitingDeviceAdd', { params: { sn }, body: { projectId: foreign } });
});

test('gives the same answer for unknown devices, taken devices and pending devices of other accounts', async () => {
  const { id: projectId } = await createProject(owner);
  await using theirs = await connectUnclaimed(world);
  await theirs.hello(await readCloudCode(other));
  const [known] = (await world.register({})) as [BaseDevice];
  const answers = [];
  for (const sn of [theirs.base.sn, known.sn, 'NLNOSUCHDEVICE01'])
    for (const ask of [
      () => owner.refused('waitingDeviceAdd', { params: { sn }, body: { projectId } }),
      () => owner.refused('waitingDeviceIgnore', { params: { sn } }),
      () => owner.refused('waitingDeviceReject', { params: { sn } }),
      () => owner.refused('waitingDeviceRestore', { params: { sn } }),
    ])
      answers.push(await ask());
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.message}`))).toEqual(
    new Set(['404 The account has no such pending device.']),
  );
  expect(await findPending(other, theirs.base.sn)).toMatchObject({ status: 'waiting' });
});

test('adds a pending device once when two accounts add it in parallel while its cloud code changes', async () => {
  const { id: one } = await createProject(owner);
  const { id: two } = await createProject(other);
  const codes = [await readCloudCode(owner), await readCloudCode(other)];
  for (let round = 0; round < 10; round++) {
    await using caller = await connectUnclaimed(world);
    await using second = await connectAgain(caller.base);
    const { sn } = caller.base;
    await second.hello(codes[round % 2] ?? '');
    const tries = [
      owner.call('waitingDeviceAdd', { params: { sn }, body: { projectId: one } }),
      second.hello(codes[(round + 1) % 2] ?? ''),
      other.call('waitingDeviceAdd', { params: { sn }, body: { projectId: two } }),
      owner.call('waitingDeviceAdd', { params: { sn }, body: { projectId: one } }),
      other.call('waitingDeviceAdd', { params: { sn }, body: { projectId: two } }),
    ];
    await Promise.allSettled(tries);
    await Promise.allSettled([
      owner.call('waitingDeviceAdd', { params: { sn }, body: { projectId: one } }),
      other.call('waitingDeviceAdd', { params: { sn }, body: { projectId: two } }),
    ]);
    const rows = await world.services.db
      .selectFrom('devices')
      .select('project_id')
      .where('sn', '=', sn)
      .execute();
    expect(rows).toHaveLength(1);
    const audits = await world.services.db
      .selectFrom('audit')
      .select('id')
      .where('object', '=', sn)
      .where('action', '=', 'device.add')
      .execute();
    expect(audits).toHaveLength(1);
    expect(await findPending(owner, sn)).toBeUndefined();
    expect(await findPending(other, sn)).toBeUndefined();
  }
});
