import { DAY_MS, HOUR_MS } from '@northlight/runtime';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  announceFile,
  type PlayedDevice,
  playSite,
  pollUntil,
  requestAddress,
  sendToListener,
  startTestServer,
  TEST_PASSWORD,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';
import { deleteOldPictures } from './delete-old.ts';

let world: TestServer;
let owner: TestBrowser;
let site: Awaited<ReturnType<typeof playSite>>;
let camera: PlayedDevice;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
  site = await playSite(world, owner, 'NL-IPC4B', 'NL-SW8P');
  [camera] = site.devices as [PlayedDevice, PlayedDevice];
  for (const device of site.devices) await device.on();
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const MARK = 'place 48.2N';

const draw = (background: string, width = 2560, height = 1440): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .withExif({ IFD0: { ImageDescription: MARK } })
    .toBuffer();

const list = () => owner.call('cameraPictureList', { params: { ...site.params, deviceId: camera.id } });

let requests = 0;
const announce = (bytes: Buffer, eid?: string) =>
  requestAddress(camera, bytes, {
    purpose: 'snapshot',
    rid: `p${++requests}`,
    ...(eid !== undefined && { eid }),
  });

async function send(bytes: Buffer, eid?: string): Promise<number | 'cut'> {
  return sendToListener(world, await announce(bytes, eid), bytes);
}

async function fetchPicture(pictureId: string, size: 'large' | 'small' = 'large'): Promise<Response> {
  return owner.fetch(`/api/v1/projects/${site.projectId}/pictures/${pictureId}?size=${size}`);
}

async function readColour(pictureId: string): Promise<number[]> {
  const bytes = Buffer.from(await (await fetchPicture(pictureId)).arrayBuffer());
  const { channels } = await sharp(bytes).stats();
  return channels.map(({ mean }) => Math.round(mean / 64));
}

test('is taken on request, drawn again in two sizes, and replaced by the next one', async () => {
  expect(await list()).toEqual({ events: [], can: { take: { allowed: true } } });
  const job = await owner.call('cameraPictureTake', { params: { ...site.params, deviceId: camera.id } });
  const push = await camera.command();
  expect(push).toMatchObject({ kind: 'snapshot', args: {} });
  expect(await send(await draw('#ff0000'))).toBe(204);
  await camera.reportCommand(push, { state: 'done', result: {} });
  expect(await site.job(job.id)).toMatchObject({ state: 'done' });
  const { newest } = await list();
  expect(newest).toMatchObject({ widthPx: 1280, heightPx: 720 });
  const answer = await fetchPicture(newest?.id ?? '');
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  expect(answer.headers.get('cache-control')).toContain('no-store');
  const large = Buffer.from(await answer.arrayBuffer());
  expect(large.toString('latin1')).not.toContain(MARK);
  const metadata = await sharp(large).metadata();
  expect(metadata).toMatchObject({ format: 'jpeg', width: 1280 });
  expect(metadata).not.toHaveProperty('exif');
  const small = Buffer.from(await (await fetchPicture(newest?.id ?? '', 'small')).arrayBuffer());
  expect(await sharp(small).metadata()).toMatchObject({ width: 480, height: 270 });
  expect(await send(await draw('#0000ff'))).toBe(204);
  const next = await list();
  expect(await readColour(next.newest?.id ?? '')).toEqual([0, 0, 4]);
  expect((await fetchPicture(newest?.id ?? '')).status).toBe(404);
});

test('of an event is linked to its record, and kept as long as the log', async () => {
  const bytes = await draw('#00ff00');
  const { newest } = await list();
  await camera.raw.publish(`d/${camera.id}/up/evt`, {
    eid: 'm1',
    ts: world.clock.now(),
    type: 'motion',
    sev: 'info',
    data: { text: 'Motion at the gate' },
  });
  const findRecord = async () =>
    (await owner.call('logList', { params: site.params, query: { search: 'Motion at the gate' } })).items[0];
  await pollUntil(async () => (await findRecord()) !== undefined);
  expect(await send(bytes, 'm1')).toBe(204);
  const { events, newest: kept } = await list();
  expect(kept).toEqual(newest);
  expect(events).toMatchObject([{ event: 'Motion at the gate' }]);
  expect((await findRecord())?.pictureUrl).toBe(events[0]?.url);
  expect(await readColour(events[0]?.id ?? '')).toEqual([0, 4, 0]);
  await deleteOldPictures(world.services.db, world.clock.now() + 89 * DAY_MS);
  expect((await list()).events).toHaveLength(1);
  await deleteOldPictures(world.services.db, world.clock.now() + 91 * DAY_MS);
  expect((await list()).events).toEqual([]);
  expect((await list()).newest).toEqual(newest);
});

test('is refused if it is no picture, is another one than announced, or is sent twice', async () => {
  const { newest } = await list();
  await camera.on();
  const html = Buffer.from('<html><body>Login</body></html>');
  const noise = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(5_000, 7)]);
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  for (const bytes of [html, noise, png]) expect(await send(bytes)).toBe(404);
  const bytes = await draw('#ffffff', 64, 36);
  const url = await announce(bytes);
  const other = Buffer.from(bytes);
  other.writeUInt8(other.readUInt8(200) ^ 1, 200);
  expect(await sendToListener(world, url, other)).toBe(404);
  expect(await sendToListener(world, url, bytes, { length: bytes.length + 1 })).toBe(413);
  expect(await sendToListener(world, url, bytes, { method: 'GET' })).toBe(404);
  expect(await sendToListener(world, url.replace(/.$/, 'x'), bytes)).toBe(404);
  expect((await list()).newest).toEqual(newest);
  expect(await sendToListener(world, url, bytes)).toBe(204);
  expect(await sendToListener(world, url, bytes)).toBe(404);
});

test('of 50 MB is refused at its announcement, as those of another device and beyond the limits of an hour', async () => {
  await camera.on();
  const tooLarge = Buffer.alloc(50 * 1024 * 1024);
  expect(await announceFile(camera, tooLarge, { purpose: 'snapshot', rid: 'big' })).toMatchObject({
    kind: 'refused',
  });
  const [, switchDevice] = site.devices as [PlayedDevice, PlayedDevice];
  await switchDevice.on();
  const bytes = await draw('#ffffff', 64, 36);
  expect(await announceFile(switchDevice, bytes, { purpose: 'snapshot' })).toMatchObject({ kind: 'refused' });
  await world.clock.advance(2 * HOUR_MS);
  await camera.on();
  for (let count = 0; count < 30; count++) await announce(bytes, `e${count}`);
  expect(await announceFile(camera, bytes, { purpose: 'snapshot', rid: 'last', eid: 'e30' })).toMatchObject({
    kind: 'refused',
  });
  expect(await send(bytes)).toBe(204);
});

test('is seen by owner and read-write shares only', async () => {
  const { newest } = await list();
  const id = newest?.id ?? '';
  await owner.call('identityConfirm', { body: { password: TEST_PASSWORD } });
  const mails = { r: 'pictures-r@example.com', rw: 'pictures-rw@example.com' };
  for (const right of ['r', 'rw'] as const) {
    const reader = await world.signedUp(mails[right]);
    await owner.call('shareCreate', {
      params: site.params,
      body: { account: mails[right], right, validity: { kind: 'permanent' } },
    });
    const answer = await reader.fetch(`/api/v1/projects/${site.projectId}/pictures/${id}`);
    expect(answer.status).toBe(right === 'rw' ? 200 : 403);
  }
  const foreign = await world.signedUp('pictures-none@example.com');
  expect((await foreign.fetch(`/api/v1/projects/${site.projectId}/pictures/${id}`)).status).toBe(404);
});

test('is gone with its camera', async () => {
  const { newest } = await list();
  await world.services.db.deleteFrom('devices').where('id', '=', camera.id).execute();
  expect((await fetchPicture(newest?.id ?? '')).status).toBe(404);
  await deleteOldPictures(world.services.db, world.clock.now() + 25 * HOUR_MS);
  const files = await world.services.db
    .selectFrom('files')
    .select('id')
    .where('purpose', '=', 'camera picture')
    .execute();
  expect(files).toEqual([]);
});
