import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { connect as connectPlain, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadFile, DownloadFailed } from '@northlight/agent';
import { SeededEntropy, SteppedClock } from '@northlight/runtime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  createProject,
  pollUntil,
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
  fileId = await storeFile(CONTENT);
  device = await claimDevice();
});
afterAll(() => world[Symbol.asyncDispose]());

async function storeFile(bytes: Buffer): Promise<string> {
  const { db, files } = world.services;
  const { id } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  const file = {
    owner: { accountId: id },
    purpose: 'firmware',
    mediaType: 'application/octet-stream',
    bytes,
  };
  return files.put(db, file, () => Promise.resolve());
}

async function claimDevice() {
  const { id: projectId } = await createProject(owner);
  const [base] = (await world.register({ model: 'NL-AP6C' })) as [BaseDevice];
  const { sn, claimCode } = base;
  const { id } = await owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
  await RawDevice.provision(world.mqttPort, base);
  return { id, projectId };
}

const urlFor = (deviceId = device.id, size = CONTENT.length): string =>
  world.services.deviceFiles.urlFor({ deviceId, fileId, size }).url;

/** Sends a request without reading the response body. */
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

describe('a download with a ticket', () => {
  test('answers the complete file with length and ETag, and HEAD without the body', async () => {
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

  test('answers byte ranges, also with If-Range', async () => {
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

  test('uses the host name announced to devices', async () => {
    const env = { NORTHLIGHT_DEVICE_NAMES: 'cloud.example' };
    await using other = await startTestServer(inject('databaseUrl'), { env, clock: world.clock });
    const { expiresAt, url } = other.services.deviceFiles.urlFor({ deviceId: 'd', fileId: 'a', size: 1 });
    expect(url).toMatch(
      new RegExp(`^https://cloud\\.example:${other.server.gateway.deviceFiles.port}/files/`),
    );
    expect(expiresAt).toBe(world.clock.now() + 15 * 60_000);
    // This server rejects a ticket that another server signed.
    const { pathname } = new URL(url);
    expect((await get(new URL(pathname, urlFor()).href)).status).toBe(404);
  });
});

describe('an invalid download request', () => {
  test.each<[string, () => Promise<string> | string]>([
    [
      'a tampered ticket',
      () => urlFor().replace(/(.)(.)$/, (_all, a: string, b: string) => (a === 'x' ? 'y' : 'x') + b),
    ],
    ['a ticket under another device’s id', async () => urlFor().replace(device.id, (await claimDevice()).id)],
    [
      'a ticket for another file',
      () =>
        urlFor().replace(
          fileId,
          fileId.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        ),
    ],
    ['a ticket for a file of another size', () => urlFor(device.id, 7)],
    ['a ticket of an unknown device', () => urlFor('AAAAAAAAAAAAAAAAAAAAAA')],
    ['no ticket', () => urlFor().replace(/files\/.*/, 'files/')],
    ['a path traversal', () => urlFor().replace(/files\/.*/, 'files/..%2f..%2fsecret.key')],
    ['the API', () => urlFor().replace(/files\/.*/, 'api/health')],
    ['the console', () => urlFor().replace(/files\/.*/, '')],
  ])('is answered 404 for %s', async (_title, url) => {
    const { status, headers, body } = await get(await url());
    expect([status, body.toString(), headers['set-cookie']]).toEqual([404, 'Not found.\n', undefined]);
  });

  test('is answered 404 for another method and an expired ticket', async () => {
    const url = urlFor();
    expect((await get(url, { method: 'POST' })).status).toBe(404);
    await world.clock.leap(15 * 60_000 - 1);
    expect((await get(url, { method: 'HEAD' })).status).toBe(200);
    await world.clock.advance(1);
    expect((await get(url)).status).toBe(404);
  });

  test('is answered 404 for a ticket of a removed device', async () => {
    const { id, projectId } = await claimDevice();
    const url = urlFor(id);
    expect((await get(url, { method: 'HEAD' })).status).toBe(200);
    await owner.call('deviceRemove', { params: { projectId, deviceId: id } });
    expect((await get(url)).status).toBe(404);
  });
});

describe('download slots', () => {
  // The file exceeds all buffers between server and client, so that a client that does not read keeps its
  // slot.
  const bytes = Buffer.alloc(32 * 1024 * 1024);
  let large: string;
  beforeAll(async () => {
    large = await storeFile(bytes);
  });
  const occupySlots = () => {
    const { url } = world.services.deviceFiles.urlFor({
      deviceId: device.id,
      fileId: large,
      size: bytes.length,
    });
    return Promise.all([open(url), open(url)]);
  };

  test('gives a device two slots and refuses a third download without affecting other devices', async () => {
    const other = await claimDevice();
    const occupied = await occupySlots();
    const third = await get(urlFor());
    expect([third.status, third.headers['retry-after']]).toEqual([503, '5']);
    expect((await get(urlFor(other.id))).body.equals(CONTENT)).toBe(true);
    for (const response of occupied) response.destroy();
    await pollUntil(async () => (await get(urlFor())).status === 200);
  });

  test('frees the slot of a client that does not read', async () => {
    const stuck = await occupySlots();
    const closed = stuck.map(
      (response) => new Promise((resolve) => response.on('error', () => undefined).once('close', resolve)),
    );
    expect((await get(urlFor())).status).toBe(503);
    // Two successful downloads prove that both slots are free; the stuck responses must then be incomplete.
    await pollUntil(async () => {
      await world.clock.advance(30_000);
      const free = await occupySlots();
      for (const response of free) response.destroy();
      return free.every(({ statusCode }) => statusCode === 200);
    });
    for (const response of stuck) response.resume();
    await Promise.all(closed);
    expect(stuck.map(({ complete }) => complete)).toEqual([false, false]);
  });
});

describe('the agent’s download', () => {
  let directory: string;
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'nl-download-'))));
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  /** A TCP proxy to the listener that closes each connection after the given number of bytes. */
  async function startCuttingProxy(cuts: readonly number[]) {
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

  /** Downloads with a clock that advances as soon as a timer is pending. */
  async function fetchTo(file: string, url: string, more: Partial<Parameters<typeof downloadFile>[0]> = {}) {
    const clock = new SteppedClock();
    const running = downloadFile({
      url,
      ca,
      size: CONTENT.length,
      sha256: SHA256,
      file,
      clock,
      entropy: new SeededEntropy(1),
      ...more,
    });
    let isDone = false;
    void running.catch(() => undefined).finally(() => (isDone = true));
    // Advances the clock only while the agent waits to retry, so that no connection times out.
    await pollUntil(async () => {
      if (clock.pendingTimers > 0) await clock.advance(100);
      return isDone;
    }, 20_000);
    return running;
  }

  const files = () => readdirSync(directory);

  test('stores the complete file under its name and leaves no other files', async () => {
    const progress: number[] = [];
    await fetchTo(join(directory, 'fw.bin'), urlFor(), { onProgress: (bytes) => progress.push(bytes) });
    expect(readFileSync(join(directory, 'fw.bin')).equals(CONTENT)).toBe(true);
    expect(files()).toEqual(['fw.bin']);
    expect(progress.at(-1)).toBe(CONTENT.length);
  });

  test('resumes after each interruption and fetches no byte twice', async () => {
    const cuts = [900, 5_000, 60_000, 300_001, 700_000, 1_000_000, 2_000];
    await using proxy = await startCuttingProxy(cuts);
    let received = 0;
    let last = 0;
    const onProgress = (bytes: number): void => {
      received += bytes - last;
      last = bytes;
    };
    await fetchTo(join(directory, 'fw.bin'), proxy.url, { onProgress });
    expect(readFileSync(join(directory, 'fw.bin')).equals(CONTENT)).toBe(true);
    expect(proxy.connections()).toBe(cuts.length + 1);
    expect(received).toBe(CONTENT.length);
  });

  test('resumes a download of an earlier process, and restarts after a damaged part', async () => {
    const file = join(directory, 'fw.bin');
    for (const isDamaged of [false, true]) {
      const stop = new AbortController();
      const onProgress = (bytes: number): void => {
        if (bytes > 1_000_000) stop.abort();
      };
      await expect(fetchTo(file, urlFor(), { signal: stop.signal, onProgress })).rejects.toMatchObject({
        reason: 'cancelled',
      });
      expect(files().toSorted()).toEqual(['fw.bin.part', 'fw.bin.part.etag']);
      if (isDamaged) writeFileSync(`${file}.part`, Buffer.alloc(500_000));
      else truncateSync(`${file}.part`, 900_000);
      const steps: number[] = [];
      await fetchTo(file, urlFor(), { onProgress: (bytes) => steps.push(bytes) });
      expect(steps[0]).toBeGreaterThan(isDamaged ? 500_000 : 900_000);
      expect([files(), readFileSync(file).equals(CONTENT)]).toEqual([['fw.bin'], true]);
      rmSync(file);
    }
  });

  test('never stores content that differs from the expected hash and size', async () => {
    const file = join(directory, 'fw.bin');
    writeFileSync(file, 'the earlier file');
    const wrong = 'f'.repeat(64);
    await expect(fetchTo(file, urlFor(), { sha256: wrong })).rejects.toMatchObject({ reason: 'different' });
    await expect(fetchTo(file, urlFor(), { size: 1_000 })).rejects.toMatchObject({ reason: 'different' });
    expect(readFileSync(file, 'utf8')).toBe('the earlier file');
    expect(files().filter((name) => name.endsWith('.etag'))).toEqual([]);
  });

  test.each<[string, () => string, object, string]>([
    ['a refused ticket', () => `${urlFor()}x`, {}, 'refused'],
    ['an address without TLS', () => urlFor().replace('https', 'http'), {}, 'refused'],
    ['a server of another authority', () => urlFor(), { ca: undefined }, 'unreachable'],
    ['a port without a listener', () => urlFor().replace(/:\d+\//, ':1/'), {}, 'unreachable'],
  ])('fails the download on %s', async (_title, url, more, reason) => {
    const failed = fetchTo(join(directory, 'fw.bin'), url(), more);
    await expect(failed).rejects.toBeInstanceOf(DownloadFailed);
    await expect(failed).rejects.toMatchObject({ reason });
    expect(files()).not.toContain('fw.bin');
  });
});
