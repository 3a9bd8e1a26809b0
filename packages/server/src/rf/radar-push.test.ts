import {
  DEFAULT_RF_SETTINGS,
  EMPTY_WIRELESS,
  type NetworkConfig,
  type RadioSetting,
} from '@northlight/contract';
import type { ConfigPush, ConfigReport } from '@northlight/contract/device-protocol';
import { MINUTE_MS } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { pollUntil, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';
import { playRadarSite } from './testing/radar-site.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

type RadarSite = Awaited<ReturnType<typeof playRadarSite>>;

/** Applies a channel of 20 MHz for the radio of 5 GHz of each access point; returns the job. */
async function applyChannel(
  { devices, params }: RadarSite,
  channel: number,
  more: Partial<NetworkConfig> = {},
) {
  const { config, version } = await owner.call('networkConfigGet', { params });
  const radios = devices.map(({ id: deviceId }): RadioSetting => ({
    deviceId,
    radioId: 'radio1',
    channel,
    widthMhz: 20,
    powerDbm: 'auto',
  }));
  const wireless = { ...(config.wireless ?? EMPTY_WIRELESS), radios, ...more.wireless };
  const { job } = await owner.call('networkConfigApply', {
    params,
    body: { baseVersion: version, config: { ...config, ...more, wireless } },
  });
  return job;
}

const getChannel = (push: ConfigPush): unknown =>
  push.config.wireless?.radios.find(({ id }) => id === 'radio1')?.channel;

/** Returns the next configuration that a device is sent, which it applies. */
async function takePush(
  { devices: [device] }: Pick<RadarSite, 'devices'>,
  report: Partial<ConfigReport> = {},
): Promise<ConfigPush> {
  let push: ConfigPush | undefined;
  void device?.push().then((received) => (push = received));
  await pollUntil(async () => {
    await world.clock.advance(500);
    return push !== undefined;
  });
  if (!push) throw new Error('The device was sent nothing.');
  await device?.reportConfig(push, report);
  return push;
}

const readState = async ({ devices: [device], params }: RadarSite) => {
  const at = { params: { ...params, deviceId: device?.id ?? '' } };
  const { devices } = await owner.call('networkDeliveryGet', { params });
  return {
    delivery: devices.map(({ state }) => state),
    drift: (await owner.call('deviceDriftGet', at)).drift,
    radar: (await owner.call('deviceGet', at)).radios.find(({ id }) => id === 'radio1')?.radarBans,
  };
};

/** Lets minutes pass in which the device reports its channel and a find. */
async function pass(site: RadarSite, channel: number, until: number, foundAt: number): Promise<void> {
  while (world.clock.now() < until) {
    const ageSeconds = (world.clock.now() - foundAt) / 1000;
    await site.report([{ channel, ...(ageSeconds < 1800 && { radar: [{ channels: [100], ageSeconds }] }) }]);
    await world.clock.advance(Math.max(0, Math.min(35_000, until - world.clock.now())));
  }
}

test('a channel with radar is replaced for 30 min, over changes and connections, and returns by itself', async () => {
  await using site = await playRadarSite(world, owner, 1);
  const [device] = site.devices;
  if (!device) throw new Error('There is no device.');
  await applyChannel(site, 100);
  expect(getChannel(await takePush(site))).toBe(100);
  await site.report([{ channel: 100 }]);

  // The device reports radar that it found 28 min ago, while it was not connected.
  const foundAt = world.clock.now() - 28 * MINUTE_MS;
  const getAge = (): number => (world.clock.now() - foundAt) / 1000;
  await site.report([{ channel: 44, radar: [{ channels: [100], ageSeconds: getAge() }] }]);
  const replaced = await takePush(site);
  expect(getChannel(replaced)).toBe(36);
  await site.report([{ channel: 36, radar: [{ channels: [100], ageSeconds: getAge() }] }]);
  const during = await readState(site);
  expect(during).toMatchObject({ delivery: ['confirmed'], radar: [{ channels: [100] }] });
  expect(during.drift).toBeUndefined();
  const until = Date.parse(during.radar?.[0]?.until ?? '');
  expect(Math.abs(until - foundAt - 30 * MINUTE_MS)).toBeLessThan(5_000);

  // A new connection: nothing is sent, because the device runs what it has to run.
  await device.off();
  await device.on({ session: 'radar', cfgRev: replaced.rev, cfgHash: replaced.hash });
  await site.report([{ channel: 36, radar: [{ channels: [100], ageSeconds: getAge() }] }]);
  expect(device.raw.unread).toEqual([]);
  expect((await readState(site)).delivery).toEqual(['confirmed']);

  // A change of something else does not bring the channel back.
  const { config, version } = await owner.call('networkConfigGet', { params: site.params });
  expect(config.wireless?.radios[0]?.channel).toBe(100);
  const wireless = { ...(config.wireless ?? EMPTY_WIRELESS), blacklist: [{ mac: '00:11:22:33:44:55' }] };
  await owner.call('networkConfigApply', {
    params: site.params,
    body: { baseVersion: version, config: { ...config, wireless } },
  });
  const changed = await takePush(site);
  expect(getChannel(changed)).toBe(36);
  expect(changed.config.wireless?.blacklist).toHaveLength(1);

  await pass(site, 36, until - 5_000, foundAt);
  expect(device.raw.unread).toEqual([]);
  const returned = await takePush(site);
  expect(world.clock.now()).toBeGreaterThanOrEqual(until);
  expect(getChannel(returned)).toBe(100);
  await site.report([{ channel: 100 }]);
  const after = await readState(site);
  expect(after.delivery).toEqual(['confirmed']);
  expect(after.radar).toBeUndefined();
  expect(after.drift).toBeUndefined();
});

test('a waiting change for an offline device gets the replaced channel, and its job ends with it', async () => {
  await using site = await playRadarSite(world, owner, 1);
  const [device] = site.devices;
  if (!device) throw new Error('There is no device.');
  await applyChannel(site, 44);
  const first = await takePush(site);
  await site.report([{ channel: 44, radar: [{ channels: [100], ageSeconds: 5 }] }]);
  await device.off();
  const job = await applyChannel(site, 100);
  await device.on({ session: 'radar', cfgRev: first.rev, cfgHash: first.hash });
  const push = await takePush(site);
  expect(getChannel(push)).toBe(36);
  const { rows } = await site.jobWhen(job.id, ({ state }) => state === 'done');
  expect(rows.map(({ state }) => state)).toEqual(['done']);
});

test('radar on the channel of a change that waits moves the change to the replaced channel', async () => {
  await using site = await playRadarSite(world, owner, 1);
  const [device] = site.devices;
  if (!device) throw new Error('There is no device.');
  await applyChannel(site, 44);
  const first = await takePush(site);
  await site.report([{ channel: 44, radar: [{ channels: [52], ageSeconds: 1_700 }] }]);
  await device.off();
  const job = await applyChannel(site, 52);
  const { db } = world.services;
  const readRevision = () =>
    db.selectFrom('devices').select('desired_rev').where('id', '=', device.id).executeTakeFirstOrThrow();
  const { desired_rev: before } = await readRevision();
  // The ban ends while the device is offline: its waiting change has the configured channel again.
  await pollUntil(async () => {
    await world.clock.advance(10_000);
    return (await readRevision()).desired_rev > before;
  });
  await device.on({ session: 'radar', cfgRev: first.rev, cfgHash: first.hash });
  const push = await takePush(site);
  expect(getChannel(push)).toBe(52);
  const { rows } = await site.jobWhen(job.id, ({ state }) => state === 'done');
  expect(rows.map(({ state }) => state)).toEqual(['done']);
});

test('a device that refused its last configuration is sent nothing because of radar, but the replacement on request', async () => {
  await using site = await playRadarSite(world, owner, 1);
  const [device] = site.devices;
  if (!device) throw new Error('There is no device.');
  await applyChannel(site, 100);
  const push = await takePush(site, { status: 'rejected', issues: [{ path: '', reason: 'No.' }] });
  expect(getChannel(push)).toBe(100);
  await site.report([{ channel: 44, radar: [{ channels: [100], ageSeconds: 0 }] }]);
  await world.clock.advance(20_000);
  expect(device.raw.unread).toEqual([]);
  const params = { ...site.params, deviceId: device.id };
  expect((await owner.call('deviceDriftGet', { params })).drift?.cause).toBe('refused');
  await owner.call('deviceDriftPush', { params, body: {} });
  expect(getChannel(await takePush(site))).toBe(36);
});

test('a planned radio gets the fallback of its plan, and waits for its channel', async () => {
  await using site = await playRadarSite(world, owner, 3);
  const { params } = site;
  // Only channels with radar are left, so that the plan has fallbacks.
  const excludedChannels = [36, 40, 44, 48, 149, 153, 157, 161, 165];
  await owner.call('rfSettingsSave', {
    params,
    body: { ...DEFAULT_RF_SETTINGS, excludedChannels, maxWidthMhz: 20, version: 0 },
  });
  await site.report([{ channel: 100 }, { channel: 100 }, { channel: 100 }]);
  const run = await site.plan();
  const planned = run.plan?.rows.filter((row) => row.proposed.channel !== row.now.channel) ?? [];
  const [row] = planned;
  if (!row) throw new Error('The plan changes nothing.');
  expect(row.fallbacks).toHaveLength(4);
  expect(row.fallbacks).not.toContainEqual(row.proposed);
  await owner.call('rfPlanApply', {
    params: { ...params, runId: run.id },
    body: { revision: 0, when: 'now' },
  });
  const { config } = await owner.call('networkConfigGet', { params });
  const setting = config.wireless?.radios.find(({ deviceId }) => deviceId === row.deviceId);
  expect(setting).toMatchObject({ channel: row.proposed.channel, fallbacks: row.fallbacks });
  const device = site.devices.find(({ id }) => id === row.deviceId);
  if (!device) throw new Error('The device is missing.');
  const alone = { ...site, devices: [device] };
  // The devices of a later wave are sent theirs when those before it have confirmed.
  const others = site.devices.filter(({ id }) => id !== device.id);
  for (const other of others) void other.push().then((push) => other.reportConfig(push));
  expect(getChannel(await takePush(alone))).toBe(row.proposed.channel);
  const channels = site.devices.map(({ id }) =>
    id === device.id ? (row.fallbacks?.[0]?.channel ?? 0) : 100,
  );
  await site.report(
    channels.map((channel, index) => ({
      channel,
      ...(site.devices[index]?.id === device.id && {
        radar: [{ channels: [row.proposed.channel], ageSeconds: 1 }],
      }),
    })),
  );
  expect(getChannel(await takePush(alone))).toBe(row.fallbacks?.[0]?.channel);
  await world.clock.advance(20_000);
  const after = await site.read(run.id);
  expect(after.plan?.rows.find(({ deviceId }) => deviceId === device.id)?.outcome).toBe('waiting');
});
