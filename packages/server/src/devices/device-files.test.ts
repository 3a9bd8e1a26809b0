import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { connect as connectPlain, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { download, DownloadFailed } from '@northlight/agent';
import { SeededEntropy, SteppedClock } from '@northlight/runtime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  createProject,
  eventually,
  RawDevice,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';
import type { BaseDevice } from './base-devices.ts';

const CONTENT = Buffer.from(new SeededEntropy(3).bytes(3 * 1024 * 1024 + 17));
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');
let world: TestServer;
let owner: TestBrowser;
let ca: string;
let fileId: string;
let device: { id: string; projectId: number };
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), { clock: new SteppedClock(Date.now()) });
  owner = await world.signedUp();
  ca = readFileSync(join(world.dataDirectory, 'tls', 'authority.pem'), 'utf8');
  fileId = await put(CONTENT);
  device = await claimed();
});
afterAll(() => world[Symbol.asyncDispose]());

async function put(bytes: Buffer): Promise<string> {
  const { db, files } = world.services;
  const { id } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  const file = { owner: id, purpose: 'firmware', mediaType: 'application/octet-stream', bytes };
  return files.put(db, file, () => Promise.resolve());
}

async function claimed() {
  const { id: projectId } = await createProject(owner);
  const [base] = (await world.register({ model: 'NL-AP6C' })) as [BaseDevice];
  const { sn, claimCode } = base;
  const { id } = await owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
  await RawDevice.provision(world.mqttPort, base);
  return { id, projectId };
}

const urlFor = (deviceId = device.id, size = CONTENT.length): string =>
  world.services.deviceFiles.urlFor({ deviceId, fileId, size }).url;

/** Asks and leaves the body where it is. */
function open(url: string, options: RequestOptions = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { ca, agent: false, ...options })
      .once('response', resolve)
      .once('error', reject)
      .end();
  });
}

async function get(url: string, options: RequestOptions = {}) {
  const response = await open(url, options);
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

const range = (value: string, more: Record<string, string> = {}): RequestOptions => ({
  headers: { range: value, ...more },
});

describe('a file by its ticket', () => {
  test('is whole, with its length and its tag; HEAD says the same without it', async () => {
    const whole = await get(urlFor());
    expect([whole.status, whole.body.equals(CONTENT)]).toEqual([200, true]);
    expect(whole.headers).toMatchObject({
      'content-length': String(CONTENT.length),
      'accept-ranges': 'bytes',
      etag: `"${fileId}"`,
      'cache-control': 'no-store',
    });
    expect(whole.headers).not.toHaveProperty('set-cookie');
    const head = await get(urlFor(), { method: 'HEAD' });
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(CONTENT.length),
    ]);
  });

  test('is given in parts, also on condition that it is the same', async () => {
    const last = CONTENT.length - 1;
    const middle = await get(urlFor(), range('bytes=1000-2000000'));
    expect([
      middle.status,
      middle.headers['content-range'],
      middle.body.equals(CONTENT.subarray(1000, 2_000_001)),
    ]).toEqual([206, `bytes 1000-2000000/${CONTENT.length}`, true]);
    const same = await get(urlFor(), range(`bytes=${last}-`, { 'if-range': `"${fileId}"` }));
    expect([same.status, same.body]).toEqual([206, CONTENT.subarray(last)]);
    const other = await get(urlFor(), range(`bytes=${last}-`, { 'if-range': '"another"' }));
    expect([other.status, other.body.length]).toEqual([200, CONTENT.length]);
    const beyond = await get(urlFor(), range(`bytes=${CONTENT.length}-`));
    expect([beyond.status, beyond.headers['content-range'], beyond.body.length]).toEqual([
      416,
      `bytes */${CONTENT.length}`,
      0,
    ]);
  });

  test('is sent to the address that devices are told', async () => {
    const env = { NORTHLIGHT_DEVICE_NAMES: 'cloud.example' };
    await using other = await startTestServer(inject('databaseUrl'), { env, clock: world.clock });
    const { expiresAt, url } = other.services.deviceFiles.urlFor({ deviceId: 'd', fileId: 'a', size: 1 });
    expect(url).toMatch(
      new RegExp(`^https://cloud\\.example:${other.server.gateway.deviceFiles.port}/files/`),
    );
    expect(expiresAt).toBe(world.clock.now() + 15 * 60_000);
    // Another server's ticket is worth nothing here.
    const { pathname } = new URL(url);
    expect((await get(new URL(pathname, urlFor()).href)).status).toBe(404);
  });
});

describe('whatever is wrong is not found, in the same words:', () => {
  test.each<[string, () => Promise<string> | string]>([
    [
      'a tampered ticket',
      () => urlFor().replace(/(.)(.)$/, (_all, a: string, b: string) => (a === 'x' ? 'y' : 'x') + b),
    ],
    ['a ticket under another device’s id', async () => urlFor().replace(device.id, (await claimed()).id)],
    [
      'a ticket for another file',
      () =>
        urlFor().replace(
          fileId,
          fileId.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        ),
    ],
    ['a ticket for a file of another size', () => urlFor(device.id, 7)],
    ['a ticket of a device that nobody has', () => urlFor('AAAAAAAAAAAAAAAAAAAAAA')],
    ['no ticket', () => urlFor().replace(/files\/.*/, 'files/')],
    ['a way up', () => urlFor().replace(/files\/.*/, 'files/..%2f..%2fsecret.key')],
    ['the API', () => urlFor().replace(/files\/.*/, 'api/health')],
    ['the console', () => urlFor().replace(/files\/.*/, '')],
  ])('%s', async (_title, url) => {
    const { status, headers, body } = await get(await url());
    expect([status, body.toString(), headers['set-cookie']]).toEqual([404, 'Not found.\n', undefined]);
  });

  test('another method, and a ticket whose time is over', async () => {
    const url = urlFor();
    expect((await get(url, { method: 'POST' })).status).toBe(404);
    await world.clock.leap(15 * 60_000 - 1);
    expect((await get(url, { method: 'HEAD' })).status).toBe(200);
    await world.clock.advance(1);
    expect((await get(url)).status).toBe(404);
  });

  test('a ticket of a device that was removed since', async () => {
    const { id, projectId } = await claimed();
    const url = urlFor(id);
    expect((await get(url, { method: 'HEAD' })).status).toBe(200);
    await owner.call('deviceRemove', { params: { projectId, deviceId: id } });
    expect((await get(url)).status).toBe(404);
  });
});

describe('places', () => {
  // More than the buffers between the two hold: who does not read holds his place.
  const bytes = Buffer.alloc(32 * 1024 * 1024);
  let large: string;
  beforeAll(async () => {
    large = await put(bytes);
  });
  const hold = () => {
    const { url } = world.services.deviceFiles.urlFor({
      deviceId: device.id,
      fileId: large,
      size: bytes.length,
    });
    return Promise.all([open(url), open(url)]);
  };

  test('a device has two, and a third waits its turn without harm to another device', async () => {
    const other = await claimed();
    const held = await hold();
    const third = await get(urlFor());
    expect([third.status, third.headers['retry-after']]).toEqual([503, '5']);
    expect((await get(urlFor(other.id))).body.equals(CONTENT)).toBe(true);
    for (const response of held) response.destroy();
    await eventually(async () => (await get(urlFor())).status === 200);
  });

  test('who does not read loses his', async () => {
    const stuck = await hold();
    const closed = stuck.map(
      (response) => new Promise((resolve) => response.on('error', () => undefined).once('close', resolve)),
    );
    expect((await get(urlFor())).status).toBe(503);
    // Both places: one that is still held would be read to its end below.
    await eventually(async () => {
      await world.clock.advance(30_000);
      const free = await hold();
      for (const response of free) response.destroy();
      return free.every(({ statusCode }) => statusCode === 200);
    });
    for (const response of stuck) response.resume();
    await Promise.all(closed);
    expect(stuck.map(({ complete }) => complete)).toEqual([false, false]);
  });
});

describe('the device’s side', () => {
  let directory: string;
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'nl-download-'))));
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  /** A wire to the listener that lets so many bytes through per connection. */
  async function cuttingWire(cuts: readonly number[]) {
    const sockets = new Set<Socket>();
    let connections = 0;
    const server = createServer((caller) => {
      const upstream = connectPlain(world.server.gateway.deviceFiles.port, '127.0.0.1');
      for (const socket of [caller, upstream]) {
        sockets.add(socket);
        socket
          .on('error', () => undefined)
          .on('close', () => {
            caller.destroy();
            upstream.destroy();
          });
      }
      let left = cuts[connections++] ?? Infinity;
      caller.pipe(upstream);
      upstream.on('data', (chunk: Buffer) => {
        caller.write(chunk.subarray(0, left));
        left -= chunk.length;
        if (left <= 0) caller.end();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    return {
      url: urlFor().replace(/:\d+\//, `:${port}/`),
      connections: () => connections,
      [Symbol.asyncDispose]: async () => {
        for (const socket of sockets) socket.destroy();
        server.close();
        await once(server, 'close');
      },
    };
  }

  /** Runs with a clock that goes on as soon as something waits for it. */
  async function fetchTo(file: string, url: string, more: Partial<Parameters<typeof download>[0]> = {}) {
    const clock = new SteppedClock();
    const running = download({
      url,
      ca,
      size: CONTENT.length,
      sha256: SHA256,
      file,
      clock,
      entropy: new SeededEntropy(1),
      ...more,
    });
    let over = false;
    void running.catch(() => undefined).finally(() => (over = true));
    // A connection that is given up for want of bytes is no part of these tests: time passes only while it waits to ask again.
    await eventually(async () => {
      if (clock.pendingTimers > 0) await clock.advance(100);
      return over;
    }, 20_000);
    return running;
  }

  const files = () => readdirSync(directory);

  test('a file comes whole under its name, and nothing is left beside it', async () => {
    const progress: number[] = [];
    await fetchTo(join(directory, 'fw.bin'), urlFor(), { onProgress: (bytes) => progress.push(bytes) });
    expect(readFileSync(join(directory, 'fw.bin')).equals(CONTENT)).toBe(true);
    expect(files()).toEqual(['fw.bin']);
    expect(progress.at(-1)).toBe(CONTENT.length);
  });

  test('cut at many points it goes on where it was, and does not fetch a byte twice', async () => {
    const cuts = [900, 5_000, 60_000, 300_001, 700_000, 1_000_000, 2_000];
    await using wire = await cuttingWire(cuts);
    let received = 0;
    let last = 0;
    const onProgress = (bytes: number): void => {
      received += bytes - last;
      last = bytes;
    };
    await fetchTo(join(directory, 'fw.bin'), wire.url, { onProgress });
    expect(readFileSync(join(directory, 'fw.bin')).equals(CONTENT)).toBe(true);
    expect(wire.connections()).toBe(cuts.length + 1);
    expect(received).toBe(CONTENT.length);
  });

  test('another process goes on with what an earlier one left; a torn beginning is begun anew', async () => {
    const file = join(directory, 'fw.bin');
    for (const tear of [false, true]) {
      const stop = new AbortController();
      const onProgress = (bytes: number): void => {
        if (bytes > 1_000_000) stop.abort();
      };
      await expect(fetchTo(file, urlFor(), { signal: stop.signal, onProgress })).rejects.toMatchObject({
        reason: 'cancelled',
      });
      expect(files().toSorted()).toEqual(['fw.bin.part', 'fw.bin.part.etag']);
      if (tear) writeFileSync(`${file}.part`, Buffer.alloc(500_000));
      else truncateSync(`${file}.part`, 900_000);
      const steps: number[] = [];
      await fetchTo(file, urlFor(), { onProgress: (bytes) => steps.push(bytes) });
      expect(steps[0]).toBeGreaterThan(tear ? 500_000 : 900_000);
      expect([files(), readFileSync(file).equals(CONTENT)]).toEqual([['fw.bin'], true]);
      rmSync(file);
    }
  });

  test('another content than was promised never stands under the name', async () => {
    const file = join(directory, 'fw.bin');
    writeFileSync(file, 'the one before');
    const wrong = 'f'.repeat(64);
    await expect(fetchTo(file, urlFor(), { sha256: wrong })).rejects.toMatchObject({ reason: 'different' });
    await expect(fetchTo(file, urlFor(), { size: 1_000 })).rejects.toMatchObject({ reason: 'different' });
    expect(readFileSync(file, 'utf8')).toBe('the one before');
    expect(files().filter((name) => name.endsWith('.etag'))).toEqual([]);
  });

  test.each<[string, () => string, object, string]>([
    ['a ticket that is refused', () => `${urlFor()}x`, {}, 'refused'],
    ['an address without TLS', () => urlFor().replace('https', 'http'), {}, 'refused'],
    ['a server of another authority', () => urlFor(), { ca: undefined }, 'unreachable'],
    ['a port where nobody is', () => urlFor().replace(/:\d+\//, ':1/'), {}, 'unreachable'],
  ])('%s ends it in time', async (_title, url, more, reason) => {
    const failed = fetchTo(join(directory, 'fw.bin'), url(), more);
    await expect(failed).rejects.toBeInstanceOf(DownloadFailed);
    await expect(failed).rejects.toMatchObject({ reason });
    expect(files()).not.toContain('fw.bin');
  });
});
