import {
  DEMO_COPIES_PER_DAY,
  DEMO_COPY_DAYS,
  DEMO_MESH_PROJECT,
  DEMO_WLAN_PROJECT,
} from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '@northlight/runtime';
import { pollUntil, startTestServer, type TestBrowser, type TestServer } from '@northlight/server/testing';
import { demo } from './index.ts';

let world: TestServer;
let owner: TestBrowser;
let other: TestBrowser;

beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), { demo });
  owner = await world.signedUp('owner@example.com');
  await world.clock.leap(2 * MINUTE_MS);
  other = await world.signedUp('other@example.com');
});
afterAll(() => world[Symbol.asyncDispose]());

const post = (body: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

test('creates a copy that comes online and can be configured and diagnosed, but neither shared nor transferred', async () => {
  const copy = await owner.call('demoCopyCreate', { body: { scene: 'mesh' } });
  expect(copy).toMatchObject({
    name: 'My demo house',
    typeFlag: 9,
    property: 'demo',
    right: 'rw',
    netMode: 1,
  });
  expect(copy.can).toMatchObject({ write: { allowed: true }, own: { allowed: true }, share: { code: 914 } });
  const params = { projectId: copy.id };
  await pollUntil(async () => {
    await world.clock.advance(500);
    const { devicesOnline, deviceCount } = await owner.call('projectGet', { params });
    return devicesOnline === deviceCount;
  }, 40_000);
  const { config, version } = await owner.call('networkConfigGet', { params });
  expect(config.wireless?.policies.map(({ ssid }) => ssid)).toEqual(['My house', 'My house visitors']);
  const applied = await owner.call('networkConfigApply', { params, body: { baseVersion: version, config } });
  expect(applied.version).toBe(version + 1);
  const { items: devices } = await owner.call('deviceList', { params });
  const device = devices.find(({ can }) => can.diagnose.allowed);
  expect(device?.can.openLocalPage).toMatchObject({ allowed: false, code: 914 });
  const deviceParams = { ...params, deviceId: device?.id ?? '' };
  const diagnosis = await owner.call('deviceDiagnose', {
    params: deviceParams,
    body: { kind: 'ping', args: { host: '9.9.9.9', count: 2 } },
  });
  const answered = await pollUntil(async () => {
    await world.clock.advance(500);
    const job = await owner.call('jobGet', { params: { ...params, jobId: diagnosis.id } });
    return job.state !== 'running' && job;
  }, 40_000);
  expect(answered.rows[0]?.result?.ping?.sent).toBe(2);
  expect((await owner.refused('tunnelOpen', { params: deviceParams })).body.code).toBe(914);
  const body = {
    account: 'other@example.com',
    right: 'r' as const,
    validity: { kind: 'permanent' as const },
  };
  expect((await owner.refused('shareCreate', { params, body })).body.code).toBe(914);
  const offer = { params, body: { account: 'other@example.com' } };
  expect((await owner.refused('transferCreate', offer)).body.code).toBe(914);
  const [base] = await world.register({});
  const real = { sn: base!.sn, claimCode: base!.claimCode, name: 'Real' };
  expect((await owner.refused('deviceAdd', { params, body: real })).body.code).toBe(914);
  expect((await other.refused('projectGet', { params })).body.code).toBe(73);
}, 60_000);

test('limits an account to one copy of each demo site (code 1161) and five copies a day (code 1160), also under fifty parallel requests', async () => {
  const make = async (scene: 'wlan' | 'mesh') => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => other.fetch('/api/v1/demo-copies', post({ scene }))),
    );
    return Promise.all(
      answers.map(async (answer) => ({
        status: answer.status,
        body: (await answer.json()) as { id: number; code: number },
      })),
    );
  };
  let made = 0;
  for (let round = 0; round < DEMO_COPIES_PER_DAY; round++) {
    const answers = await make('mesh');
    const good = answers.filter(({ status }) => status === 201);
    expect(good).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 1161)).toHaveLength(49);
    made += good.length;
    await other.call('projectDelete', { params: { projectId: good[0]!.body.id } });
  }
  expect(made).toBe(DEMO_COPIES_PER_DAY);
  expect((await make('mesh')).every(({ body }) => body.code === 1160)).toBe(true);
  const countCopies = async (projectId: number, caller = other) =>
    (await caller.call('projectGet', { params: { projectId } })).experienceNum;
  expect(await countCopies(DEMO_MESH_PROJECT)).toBe(DEMO_COPIES_PER_DAY);
  expect([await countCopies(DEMO_WLAN_PROJECT), await countCopies(DEMO_MESH_PROJECT, owner)]).toEqual([0, 1]);
}, 120_000);

test('ends a copy after its lifetime and allows another copy', async () => {
  const { items } = await owner.call('projectList', { query: {} });
  const [copy] = items;
  expect(Date.parse(copy!.expiresAt ?? '') - Date.parse(copy!.createdAt)).toBe(DEMO_COPY_DAYS * DAY_MS);
  // Moves the expiry instead of advancing the clock, because all devices of the copy would run for days.
  await world.services.db
    .updateTable('projects')
    .set({ expires_at: new Date(world.clock.now()) })
    .where('id', '=', copy!.id)
    .execute();
  expect((await owner.refused('projectGet', { params: { projectId: copy!.id } })).body.code).toBe(74);
  const next = await owner.call('demoCopyCreate', { body: { scene: 'mesh' } });
  expect(next.id).not.toBe(copy!.id);
});

test('refuses a copy with the reason when the demo is off', async () => {
  const env = { NORTHLIGHT_DEMO: 'off' };
  await using server = await startTestServer(inject('databaseUrl'), { demo, env });
  const person = await server.signedUp();
  const { status, body } = await person.refused('demoCopyCreate', { body: { scene: 'wlan' } });
  expect([status, body.code, body.message]).toEqual([403, 914, 'The demo is switched off on this server.']);
});
