/** The country of OpenWiFi devices, whose command `fixedconfig` would reset them, with literal frames. */
import { EMPTY_WIRELESS, ERRORS, type WirelessConfig } from '@northlight/contract';
import { SteppedClock } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createOpenWifiSite,
  createSerial,
  encodeAck,
  encodeApConnect,
  encodeSwitchConnect,
  type PlayedDevice,
  playSite,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
let site: Awaited<ReturnType<typeof createOpenWifiSite>>;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), { clock: new SteppedClock(Date.now()) });
  owner = await world.signedUp();
  site = await createOpenWifiSite(world, owner, 'Fjord devices');
});
afterAll(() => world[Symbol.asyncDispose]());

const connectAp = (serial: string, uuid = 1) =>
  encodeApConnect(serial, { uuid, more: ',"country_codes":["PT","DE","US","JP"]' });
type Added = Awaited<ReturnType<typeof site.added>>;
const request = (country: string, ...deviceIds: string[]) => ({
  kind: 'country' as const,
  deviceIds,
  args: { country },
});
const applyWireless = async ({ params }: Pick<Added, 'params'>, wireless: Partial<WirelessConfig>) => {
  const { config, version } = await owner.call('networkConfigGet', { params });
  const body = {
    baseVersion: version,
    config: { ...config, wireless: { ...EMPTY_WIRELESS, ...wireless } },
  };
  return owner.call('networkConfigApply', { params, body });
};

test('is stored in the wireless configuration and sent with it', async () => {
  await using device = await site.added((serial) => connectAp(serial));
  await site.settle(device);
  const { params } = device;
  const { name } = await device.get();
  const job = await owner.call('deviceCommand', { params, body: request('PT', device.id) });
  expect(job).toMatchObject({ kind: 'configure', title: `Change the country of ${name}` });
  const configure = await device.raw.call('configure', ['fixedconfig']);
  const { radios } = (configure.params as { config: { radios: object[] } }).config;
  expect(radios).toMatchObject([{ country: 'PT' }, { country: 'PT' }]);
  device.raw.send(encodeAck(configure.id, device.serial));
  await device.row(job.id, 'done');
  const { config } = await owner.call('networkConfigGet', { params });
  expect(config.wireless?.countries).toEqual([{ deviceId: device.id, country: 'PT' }]);
  const { items } = await owner.call('networkHistoryList', { params, query: {} });
  expect(items[0]).toMatchObject({ title: `Change the country of ${name}`, jobId: job.id });
  // Another country replaces the first one, and keeps the draft of the requester.
  const staged = { ...config, vlans: [] };
  await owner.call('networkDraftSave', { params, body: { baseVersion: 2, version: 0, config: staged } });
  await owner.call('deviceCommand', { params, body: request('DE', device.id) });
  await site.settle(device);
  const after = await owner.call('networkConfigGet', { params });
  expect(after.config.wireless?.countries).toEqual([{ deviceId: device.id, country: 'DE' }]);
  expect((await owner.call('networkDraftGet', { params })).draft?.config).toEqual(staged);
  // The same country again ends at once, because no device gets another configuration.
  expect(await owner.call('deviceCommand', { params, body: request('DE', device.id) })).toMatchObject({
    state: 'done',
    rows: [],
  });
  expect(device.raw.unread).not.toContain('fixedconfig');
});

test('is stored for several devices in one change', async () => {
  await using one = await site.added((serial) => connectAp(serial));
  await site.settle(one);
  const project = await owner.call('projectGet', { params: one.params });
  await using other = await site.added((serial) => connectAp(serial), createSerial(), project);
  await site.settle(other);
  const { params } = one;
  const job = await owner.call('deviceCommand', { params, body: request('US', one.id, other.id) });
  expect(job).toMatchObject({ title: 'Change the country of 2 devices' });
  for (const device of [one, other]) {
    device.raw.send(encodeAck((await device.raw.call('configure', ['fixedconfig'])).id, device.serial));
    await device.row(job.id, 'done');
  }
});

test('is refused at its field if a device or its radios do not support it', async () => {
  await using device = await site.added((serial) => connectAp(serial));
  await site.settle(device);
  const { params } = device;
  const refuse = async (country: string, ...ids: string[]) =>
    (await owner.refused('deviceCommand', { params, body: request(country, ...ids) })).body;
  expect(await refuse('FR', device.id)).toMatchObject({
    code: ERRORS.unsupportedFeature.code,
    message: 'This model does not support the country FR.',
  });
  const radios = [{ deviceId: device.id, radioId: 'radio1', channel: 165, widthMhz: 20, powerDbm: 'auto' }];
  await applyWireless(device, {
    radios: radios as WirelessConfig['radios'],
    countries: [{ deviceId: device.id, country: 'US' }],
  });
  await site.settle(device);
  const refused = await refuse('JP', device.id);
  expect(refused.code).toBe(ERRORS.radioSettings.code);
  expect(Object.keys(refused.fields ?? {})).toEqual(['args.country']);
  expect(refused.fields?.['args.country']).toBe(refused.message);
  await using lan = await site.added(
    encodeSwitchConnect,
    createSerial(),
    await owner.call('projectGet', { params }),
  );
  expect(await refuse('DE', lan.id)).toMatchObject({
    code: 85,
    message: 'This model does not support the command.',
  });
  expect((await owner.call('networkConfigGet', { params })).config.wireless?.countries).toEqual([
    { deviceId: device.id, country: 'US' },
  ]);
});

test('is skipped with the reason among devices that get a command', async () => {
  await using native = await playSite(world, owner, 'NL-AP6C');
  const { params } = native;
  const [ap] = native.devices as [PlayedDevice];
  await ap.on();
  const project = await owner.call('projectGet', { params });
  await using device = await site.added((serial) => connectAp(serial), createSerial(), project);
  const job = await owner.call('deviceCommand', { params, body: request('PT', ap.id, device.id) });
  expect(job.kind).toBe('country');
  expect((await ap.command()).args).toEqual({ country: 'PT' });
  expect(job.rows.find(({ deviceId }) => deviceId === device.id)).toMatchObject({
    state: 'skipped',
    detail: expect.stringContaining('is part of the wireless configuration') as string,
  });
});

test('a stored command of an earlier version fails with the reason, and its retry stores the country', async () => {
  await using device = await site.added((serial) => connectAp(serial));
  const { uuid } = await site.settle(device);
  const { params, projectId } = device;
  const job = await owner.call('deviceCommand', {
    params,
    body: { kind: 'locate', deviceIds: [device.id], args: { seconds: 5 } },
  });
  device.raw.send(encodeAck((await device.raw.call('leds')).id, device.serial));
  await device.row(job.id, 'done');
  // Stores the job as the earlier version did: it was sent, and the connection ended.
  const { db } = world.services;
  const args = JSON.stringify({ country: 'PT' });
  await db.updateTable('jobs').set({ kind: 'country', args }).where('id', '=', job.id).execute();
  await db
    .updateTable('job_rows')
    .set({ kind: 'country', args, state: 'sent', deadline: new Date(world.clock.now() + 60_000) })
    .where('job_id', '=', job.id)
    .execute();
  await device.raw[Symbol.asyncDispose]();
  await using back = await site.dial(device.serial);
  back.send(connectAp(device.serial, uuid));
  const failed = await device.row(job.id, 'failed');
  expect(failed?.detail).toContain('part of the wireless configuration');
  const retried = await owner.call('jobRetry', { params: { projectId, jobId: job.id } });
  expect(retried.kind).toBe('configure');
  const configure = await back.call('configure', ['fixedconfig']);
  expect(JSON.stringify(configure.params)).toContain('"country":"PT"');
});
