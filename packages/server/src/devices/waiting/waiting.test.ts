import { ERRORS } from '@northlight/contract';
import { topics } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HOUR_MS } from '@northlight/runtime';
import {
  createProject,
  RawDevice,
  startTestServer,
  type TestBrowser,
  type TestServer,
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

const codeOf = async (browser: TestBrowser) => (await browser.call('cloudCodeGet', {})).cloudCode;
const listOf = async (browser: TestBrowser) => (await browser.call('waitingDeviceList', {})).items;
const found = async (browser: TestBrowser, sn: string) =>
  (await listOf(browser)).find((device) => device.sn === sn);

/** A device on an open provisioning connection, that says hello when it is told to. */
async function stranger(model = 'NL-AP6C') {
  const [base] = (await world.register({ model })) as [BaseDevice];
  const device = await RawDevice.connect(world.mqttPort, `p-${base.sn}`, base.sn, base.secret);
  await device.client.subscribeAsync(topics.offer(base.sn), { qos: 1 });
  const hello = async (cloudCode?: string) => {
    await device.publish(topics.hello(base.sn), {
      v: 1,
      model: base.model,
      mac: base.mac,
      sw: '1.0.0',
      ...(cloudCode !== undefined && { cloudCode }),
    });
    return (await device.next()).payload;
  };
  return { base, device, hello, [Symbol.asyncDispose]: () => device[Symbol.asyncDispose]() };
}

test('a device that presents the code waits in that list alone, is added without a claim code and hears its offer', async () => {
  const { id: projectId } = await createProject(owner);
  await using caller = await stranger();
  const { sn, mac } = caller.base;
  const code = await codeOf(owner);
  expect(await caller.hello(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`)).toMatchObject({
    status: 'waiting',
  });
  expect(await found(owner, sn)).toMatchObject({
    sn,
    mac,
    model: 'NL-AP6C',
    kind: 'ap',
    softwareVersion: '1.0.0',
    network: '127.0.0.1',
    standing: 'waiting',
    can: { add: { allowed: true } },
  });
  expect(await found(other, sn)).toBeUndefined();
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
  expect(await found(owner, sn)).toBeUndefined();
  expect((await owner.call('messageList', {})).unread).toBe(0);
  const [row] = await world.services.db
    .selectFrom('audit')
    .selectAll()
    .where('object', '=', sn)
    .where('action', '=', 'device.add')
    .execute();
  expect(row).toMatchObject({ project_id: projectId, result: 'ok' });
});

test('it waits no longer after the code was made anew, after somebody claimed it, or without a code', async () => {
  const { id: projectId } = await createProject(other);
  await using first = await stranger();
  await using second = await stranger();
  await using silent = await stranger();
  const code = await codeOf(owner);
  await first.hello(code);
  await second.hello(code);
  await silent.hello();
  expect((await listOf(owner)).map(({ sn }) => sn)).toEqual([first.base.sn, second.base.sn]);
  const { sn, claimCode } = first.base;
  await other.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
  expect((await listOf(owner)).map((device) => device.sn)).toEqual([second.base.sn]);
  await owner.call('cloudCodeRegenerate', {});
  expect(await listOf(owner)).toEqual([]);
  await second.hello(code);
  expect(await listOf(owner)).toEqual([]);
  await second.hello(await codeOf(owner));
  expect(await listOf(owner)).toHaveLength(1);
  await second.hello(await codeOf(other));
  expect(await listOf(owner)).toEqual([]);
  expect(await found(other, second.base.sn)).toMatchObject({ standing: 'waiting' });
});

test('a hello that was on its way while the device was claimed leaves nothing that waits', async () => {
  const { id: projectId } = await createProject(owner);
  const [{ sn, claimCode, mac, model }] = (await world.register({ model: 'NL-AP6C' })) as [BaseDevice];
  await owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
  const hello = { v: 1, model, mac, sw: '1.0.0', cloudCode: await codeOf(owner) } as const;
  await world.services.plane.store.recordHello(sn, hello, world.clock.now());
  expect(await found(owner, sn)).toBeUndefined();
  expect((await owner.refused('waitingDeviceReject', { params: { sn } })).status).toBe(404);
});

test('an ignored device comes back when it calls after a day, not before; the decision can be taken back', async () => {
  await using caller = await stranger();
  const { sn } = caller.base;
  const code = await codeOf(owner);
  await caller.hello(code);
  await owner.call('waitingDeviceIgnore', { params: { sn } });
  expect(await found(owner, sn)).toMatchObject({ standing: 'ignored' });
  expect((await owner.call('messageList', {})).items).toEqual([]);
  await owner.call('waitingDeviceRestore', { params: { sn } });
  expect(await found(owner, sn)).toMatchObject({ standing: 'waiting' });
  await owner.call('waitingDeviceIgnore', { params: { sn } });
  await world.clock.leap(23 * HOUR_MS);
  await using again = await reconnected(caller.base);
  await again.hello(code);
  expect(await found(owner, sn)).toMatchObject({ standing: 'ignored' });
  await world.clock.leap(HOUR_MS);
  expect(await found(owner, sn)).toMatchObject({ standing: 'ignored' });
  const announced = announcements();
  await using later = await reconnected(caller.base);
  await later.hello(code);
  expect(await found(owner, sn)).toMatchObject({ standing: 'waiting' });
  expect(announced.count()).toBe(1);
  announced.stop();
});

async function reconnected(base: BaseDevice) {
  const device = await RawDevice.connect(world.mqttPort, `p-${base.sn}`, base.sn, base.secret);
  const hello = (cloudCode: string) =>
    device.publish(topics.hello(base.sn), { v: 1, model: base.model, mac: base.mac, sw: '1.0.0', cloudCode });
  return { hello, [Symbol.asyncDispose]: () => device[Symbol.asyncDispose]() };
}

/** Counts what is announced of waiting devices, to whomever. */
function announcements() {
  const heard: (string | undefined)[] = [];
  const stop = world.services.live.subscribe({
    accepts: ({ change }) => change.resource === 'waitingDevices',
    reset: () => undefined,
    deliver: ({ accountId }) => heard.push(accountId),
  });
  return { count: () => heard.length, heard, stop };
}

test('a rejected device stays away until that is taken back, and is announced to nobody', async () => {
  const { id: projectId } = await createProject(owner);
  await using caller = await stranger();
  const { sn } = caller.base;
  const code = await codeOf(owner);
  await caller.hello(code);
  await owner.call('waitingDeviceReject', { params: { sn } });
  await world.clock.advance(2000);
  const announced = announcements();
  await caller.hello();
  await caller.hello(code);
  expect(announced.count()).toBe(0);
  expect(await found(owner, sn)).toMatchObject({ standing: 'rejected', can: { add: { allowed: false } } });
  const refused = await owner.refused('waitingDeviceAdd', { params: { sn }, body: { projectId } });
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('rejected') } });
  // It stands among the rejected even when it presents the code no more.
  await caller.hello();
  expect(await found(owner, sn)).toMatchObject({ standing: 'rejected' });
  await owner.call('waitingDeviceRestore', { params: { sn } });
  expect(await found(owner, sn)).toBeUndefined();
  announced.stop();
});

test('it is announced once, to the account whose code it presents', async () => {
  await using caller = await stranger();
  await world.clock.advance(2000);
  const announced = announcements();
  const code = await codeOf(owner);
  for (let count = 0; count < 3; count++) await caller.hello(code);
  await world.clock.advance(2000);
  const { account } = await owner.call('sessionGet', { query: {} });
  expect(announced.heard).toEqual([account.id]);
  announced.stop();
});

test('the right on the project decides, with the refusals of every other way to add', async () => {
  await using caller = await stranger('NL-GW5');
  const { sn } = caller.base;
  await caller.hello(await codeOf(owner));
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
  expect(await found(owner, sn)).toMatchObject({ standing: 'waiting' });
  await share('rw', true);
  await owner.call('waitingDeviceAdd', { params: { sn }, body: { projectId: foreign } });
});

test('unknown, taken and waiting for somebody else are answered alike', async () => {
  const { id: projectId } = await createProject(owner);
  await using theirs = await stranger();
  await theirs.hello(await codeOf(other));
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
    new Set(['404 No such device waits for this account.']),
  );
  expect(await found(other, theirs.base.sn)).toMatchObject({ standing: 'waiting' });
});

test('parallel adds of two accounts, while the device changes its code, have one winner', async () => {
  const { id: one } = await createProject(owner);
  const { id: two } = await createProject(other);
  const codes = [await codeOf(owner), await codeOf(other)];
  for (let round = 0; round < 10; round++) {
    await using caller = await stranger();
    await using second = await reconnected(caller.base);
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
    expect(await found(owner, sn)).toBeUndefined();
    expect(await found(other, sn)).toBeUndefined();
  }
});
