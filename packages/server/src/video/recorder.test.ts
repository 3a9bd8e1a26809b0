import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  createFigureReporter,
  type PlayedDevice,
  playSite,
  startTestServer,
  TEST_PASSWORD,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';

const TB = 1e12;
const DAY = 86_400;

let world: TestServer;
let owner: TestBrowser;
let site: Awaited<ReturnType<typeof playSite>>;
let recorder: PlayedDevice;
let camera: PlayedDevice;
let report: ReturnType<typeof createFigureReporter>;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
  report = createFigureReporter(world, get);
  site = await playSite(world, owner, 'NL-NVR16', 'NL-IPC4B');
  [recorder, camera] = site.devices as [PlayedDevice, PlayedDevice];
  for (const device of [recorder, camera]) await device.on({ session: 'one', ts: world.clock.now() });
  await world.clock.advance(3000);
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const get = ({ id }: PlayedDevice) =>
  owner.call('deviceGet', { params: { projectId: site.projectId, deviceId: id } });

const createDisk = (id: string, state = 'normal') => ({
  id,
  label: `Disk ${id.slice(1)}`,
  state,
  model: 'SV4000',
  capacityBytes: 4 * TB,
  usedBytes: 3 * TB,
  healthPercent: 91,
  temperatureC: 38.5,
  powerOnHours: 14_200,
});
const STREAM = { codec: 'H.265', width: 2560, height: 1440, framesPerSecond: 25, kbps: 4_100 };
const createChannel = (number: number, mac: string) => ({
  number,
  name: `Gate ${number}`,
  mac,
  ip: '10.0.40.12',
  online: true,
  recording: true,
  stream: STREAM,
  oldestSeconds: 30 * DAY,
  dayBytes: 0.1 * TB,
  daySeconds: DAY / 2,
  gaps: [
    { ageSeconds: 7_200, seconds: 600 },
    { ageSeconds: 60, seconds: 30 },
  ],
});
const FOREIGN = '5c:00:00:00:00:01';

describe('the report of a recorder', () => {
  test('is presented with the cameras of the project, days and gaps, and keeps its time', async () => {
    expect(await get(recorder)).not.toHaveProperty('recorder');
    const channels = [createChannel(1, camera.base.mac.toUpperCase()), createChannel(2, FOREIGN)];
    await report(recorder, { recorder: { disks: [createDisk('d1'), createDisk('d2', 'failed')], channels } });
    const { recorder: shown, recorderAt = '' } = await get(recorder);
    expect(shown).toMatchObject({
      overwrites: true,
      projectedDays: 20,
      disks: [createDisk('d1'), createDisk('d2', 'failed')],
      channels: [
        { number: 1, camera: { id: camera.id, name: (await get(camera)).name }, stream: STREAM },
        { number: 2, camera: { mac: FOREIGN }, heldDays: 30, recordedPercent: 50, recording: true },
      ],
    });
    expect(shown?.channels[0]?.gaps.map(({ endedAt, seconds }) => [Date.parse(endedAt), seconds])).toEqual([
      [Date.parse(recorderAt) - 60_000, 30],
      [Date.parse(recorderAt) - 7_200_000, 600],
    ]);
    await world.clock.advance(2000);
    await report(recorder, {});
    expect(await get(recorder)).toMatchObject({ recorder: shown, recorderAt });
  });

  test('is cleaned disk by disk and channel by channel', async () => {
    const { oldestSeconds: _oldest, ...endless } = createChannel(3, FOREIGN);
    const disks = [
      { ...createDisk('d1'), capacityBytes: 0, powerOnHours: -4, model: 'x'.repeat(500) },
      { ...createDisk('d2'), usedBytes: 9 * TB },
      { ...createDisk('d3'), state: 'on fire' },
      createDisk('d2'),
      { id: 'd4', label: 'Disk 4', state: 'missing' },
    ];
    const many = Array.from({ length: 10_000 }, (_, index) => createChannel(index + 1, FOREIGN));
    const channels = [
      { ...endless, number: -1 },
      { ...createChannel(1, 'no address'), stream: { codec: 7 } },
    ];
    await report(recorder, { recorder: { disks, channels: [...channels, ...many.slice(0, 300)] } });
    const { lastRefusal, recorder: shown } = await get(recorder);
    expect(shown?.disks.map(({ capacityBytes, id, usedBytes }) => [id, capacityBytes, usedBytes])).toEqual([
      ['d1', undefined, undefined],
      ['d2', 4 * TB, undefined],
      ['d4', undefined, undefined],
    ]);
    expect(shown?.channels[0]).toMatchObject({ number: 1, name: 'Gate 1', recording: true });
    expect(shown?.channels[0]).not.toHaveProperty('stream');
    expect(shown?.channels.length).toBeLessThanOrEqual(256);
    expect(lastRefusal).toMatchObject({ kind: 'cleaned' });
    expect((await get(camera)).lastRefusal).toBeUndefined();
  });

  test('of a device that is no recorder is ignored', async () => {
    await report(camera, { recorder: { disks: [createDisk('d1')], channels: [] } });
    expect(await get(camera)).not.toHaveProperty('recorder');
  });
});

describe('formatting a disk', () => {
  const format = async (diskId: string, deviceName?: string) => ({
    params: { projectId: site.projectId, deviceId: recorder.id, diskId },
    body: { deviceName: deviceName ?? (await get(recorder)).name },
  });
  const refuse = async (diskId: string, deviceName?: string) =>
    owner.refused('recorderDiskFormat', await format(diskId, deviceName));
  const disks = [
    createDisk('d1', 'failing'),
    createDisk('d2', 'formatting'),
    createDisk('d3', 'missing'),
    createDisk('d4', 'failed'),
  ];

  test('needs the name of the recorder, a disk in the bay, and a confirmed identity', async () => {
    await report(recorder, { recorder: { disks, channels: [] } });
    expect(await refuse('d1', 'Another')).toMatchObject({
      status: 400,
      body: { fields: { deviceName: expect.stringMatching(/^Enter the name/) } },
    });
    expect(await refuse('d2')).toMatchObject({ status: 409, body: { code: 3000 } });
    expect(await refuse('d3')).toMatchObject({ status: 409, body: { code: 3002 } });
    expect(await refuse('d4')).toMatchObject({ status: 409, body: { code: 3001 } });
    expect(await refuse('d9')).toMatchObject({ status: 409, body: { code: 3002 } });
    await world.clock.advance(11 * 60_000);
    expect(await refuse('d1')).toMatchObject({
      status: 403,
      body: { fields: { confirmation: expect.any(String) } },
    });
    await owner.call('identityConfirm', { body: { password: TEST_PASSWORD } });
  });

  test('runs once of 50 requests at the same time; the device decides about its result', async () => {
    await recorder.on({ session: 'one', ts: world.clock.now() });
    await report(recorder, { recorder: { disks, channels: [] } });
    const request = await format('d1');
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => owner.call('recorderDiskFormat', request)),
    );
    const jobs = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(jobs).toHaveLength(1);
    const codes = answers.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason)] : []));
    expect(codes.filter((text) => !text.includes('"code":3000'))).toEqual([]);
    const push = await recorder.command();
    expect(push).toMatchObject({ kind: 'disk-format', args: { disk: 'd1' } });
    const result = { reason: 'The disk could not be formatted.' };
    await recorder.reportCommand(push, { state: 'failed', code: 3001, result });
    const [job] = jobs;
    expect(await site.job(job!.id)).toMatchObject({
      state: 'failed',
      code: 3001,
      title: /^Format Disk 1 of /,
    });
    // A retry would need neither the name of the recorder nor a confirmed identity.
    expect((await site.job(job!.id)).can.retry).toMatchObject({
      allowed: false,
      reason: expect.stringContaining('format the disk again'),
    });
    const retry = { params: { projectId: site.projectId, jobId: job!.id } };
    expect(await owner.refused('jobRetry', retry)).toMatchObject({
      body: { message: expect.stringContaining('format the disk again') },
    });
    expect(await owner.call('recorderDiskFormat', request)).toMatchObject({ state: 'running' });
  });
});
