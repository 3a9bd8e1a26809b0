import type { DeviceSettings, Job } from '@northlight/contract';
import { startTestServer, type TestBrowser, type TestServer } from '@northlight/server/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Office, startOffice } from './testing/office.ts';

const SECOND = 1_000;

let world: TestServer;
let owner: TestBrowser;
let office: Office;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp('owner@example.com');
  office = await startOffice(world, owner);
}, 120_000);
afterAll(async () => {
  await office?.[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const STATIC = { mode: 'static', vlanId: 1, prefix: 24, gateway: '10.30.1.1', dns: [] as string[] } as const;
const inProject = () => ({ params: { projectId: office.projectId } });
const find = async (name: string) =>
  (await office.listDevices(office.projectId)).find((each) => each.name === name)!;
const read = async (name: string) =>
  owner.call('deviceGet', { params: { ...inProject().params, deviceId: (await find(name)).id } });
const stage = async (name: string, settings: DeviceSettings) => {
  const { id: deviceId } = await find(name);
  const { version } = await owner.call('deviceSettingsGet', {
    params: { ...inProject().params, deviceId },
  });
  return { changes: [{ deviceId, baseVersion: version, settings }] };
};
const review = async (name: string, settings: DeviceSettings) =>
  owner.call('deviceSettingsReview', { ...inProject(), body: await stage(name, settings) });
const apply = async (name: string, settings: DeviceSettings, more: { confirmName?: string } = {}) =>
  owner.call('deviceSettingsApply', {
    ...inProject(),
    body: { ...(await stage(name, settings)), ...more },
  });
const finish = (job: Job): Promise<Job> =>
  office.inTime(async () => {
    const now = await owner.call('jobGet', { params: { ...inProject().params, jobId: job.id } });
    return now.state !== 'running' && now;
  });

test.each([
  ['Camera-1', '10.30.1.231'],
  ['Recorder', '10.30.1.232'],
])('changes the address of %s, which confirms it and reports it', async (name, ip) => {
  const settings = { management: { ...STATIC, ip } };
  const { broken, changes, costs } = await review(name, settings);
  expect(broken).toEqual([]);
  expect(changes.map(({ after }) => after).join()).toContain(ip);
  expect(costs).toContain(
    `${name}: its address changes. The change takes about 3 min. If it cannot reach the cloud afterwards, it rolls back automatically.`,
  );
  const { ip: own } = await find('Core');
  const taken = (await review(name, { management: { ...STATIC, ip: own! } })).costs.join('\n');
  expect(taken).toContain(`${name}: Core has the address ${own} as well.`);
  expect(taken).toContain(`${name}: the DHCP pool of the LAN can assign ${own} to a client.`);
  expect(await finish(await apply(name, settings))).toMatchObject({ state: 'done' });
  await office.inTime(async () => (await find(name)).ip === ip);
});

test('shows the new address of a camera at its channel, which keeps its camera', async () => {
  const { id, name } = await find('Camera-1');
  const channel = await office.inTime(async () =>
    (await read('Recorder')).recorder?.channels.find(({ ip }) => ip === '10.30.1.231'),
  );
  expect(channel.camera).toMatchObject({ id, name });
});

test.each([
  [
    'Camera-2',
    'an address outside of its network',
    { ip: '10.30.77.9', gateway: '10.30.77.1' },
    'Its address 10.30.77.9 is outside the network of the LAN (10.30.1.1/24).',
  ],
  [
    'Recorder',
    'a gateway that does not exist',
    { ip: '10.30.1.233', gateway: '10.30.1.250' },
    'Its gateway 10.30.1.250 is not the gateway of the LAN (10.30.1.1).',
  ],
])('reviews for %s %s, and rolls it back after 3 min with an alarm', async (name, _what, own, why) => {
  const { ip } = await find(name);
  const settings = { management: { ...STATIC, ...own } };
  const { broken } = await review(name, settings);
  expect(broken).toContainEqual(
    expect.objectContaining({ kind: 'cloud', deviceName: name, lost: true, why }),
  );
  const unconfirmed = { ...inProject(), body: await stage(name, settings) };
  expect((await owner.refused('deviceSettingsApply', unconfirmed)).body.code).toBe(714);
  const startedAt = world.clock.now();
  const job = await finish(await apply(name, settings, { confirmName: 'Office' }));
  expect(job).toMatchObject({
    state: 'failed',
    rows: [{ state: 'failed', code: -99, detail: expect.stringContaining('rolled back') }],
  });
  const seconds = (world.clock.now() - startedAt) / SECOND;
  expect(seconds).toBeGreaterThan(180);
  expect(seconds).toBeLessThan(300);
  expect((await find(name)).ip).toBe(ip);
  const { items } = await owner.call('alarmList', { ...inProject(), query: {} });
  expect(items).toContainEqual(
    expect.objectContaining({
      kind: 'config-rolled-back',
      event: `${name} rolled back a configuration that disconnected it from the cloud.`,
    }),
  );
});
