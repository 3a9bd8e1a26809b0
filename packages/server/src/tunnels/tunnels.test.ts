import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { performServerHandshake, type ServerHttp2Stream } from 'node:http2';
import { request as requestTls } from 'node:https';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Tunnel } from '@northlight/contract';
import { commandArgs } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  eventually,
  type PlayedDevice,
  playedSite,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

interface Page {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A browser at any host name of the server; no redirection is followed. */
function visit(url: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<Page> {
  const { host, pathname, search } = new URL(url);
  const { port } = new URL(world.server.address);
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path: pathname + search, method, headers: { host, ...headers } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(parts).toString(),
          }),
        );
        answer.on('error', reject);
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

type Serve = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

/** The device's side: dials where it is told, and serves its page there. Resolves when it has been let in. */
function dial(url: string, serve: Serve): Promise<Duplex> {
  const ca = readFileSync(join(world.dataDirectory, 'tls', 'authority.pem'));
  return new Promise((resolve, reject) => {
    const asked = requestTls(url, { ca, headers: { connection: 'Upgrade', upgrade: 'northlight-tunnel' } });
    asked.on('error', reject);
    asked.on('response', ({ statusCode }) => reject(new Error(`refused with ${statusCode}`)));
    asked.on('upgrade', (_answer, socket) => {
      const session = performServerHandshake(socket);
      session.on('error', () => undefined);
      session.on('stream', serve);
      resolve(socket);
    });
    asked.end();
  });
}

const echo: Serve = (stream, headers) => {
  const parts: Buffer[] = [];
  stream.on('error', () => undefined);
  stream.on('data', (part: Buffer) => parts.push(part));
  stream.on('end', () => {
    stream.respond({ ':status': 200, 'content-type': 'application/json', 'set-cookie': 'northlight=stolen' });
    const [method, url] = [headers[':method'], headers[':path']];
    stream.end(JSON.stringify({ method, url, headers, body: Buffer.concat(parts).toString() }));
  });
};

async function opened(serve = echo, browser = owner) {
  const site = await playedSite(world, browser, 'NL-GW5');
  const [device] = site.devices as [PlayedDevice];
  await device.on();
  const lease = await browser.call('tunnelOpen', { params: { ...site.params, deviceId: device.id } });
  const push = await device.command();
  const { url } = commandArgs.tunnel.parse(push.args);
  const socket = await dial(url, serve);
  await device.say(push, { state: 'done' });
  const look = (): Promise<Tunnel> =>
    browser.call('tunnelGet', { params: { ...site.params, tunnelId: lease.id } });
  const enter = async () => {
    const { enterUrl = '' } = await look();
    const page = await visit(enterUrl);
    const cookie = page.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    return { page, enterUrl, origin: new URL(enterUrl).origin, cookie };
  };
  return {
    site,
    device,
    lease,
    url,
    socket,
    look,
    enter,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

type OpenLease = Awaited<ReturnType<typeof opened>>;

test('the page of a device, through its own tunnel and under its own host name', async () => {
  await using lease = await opened();
  expect(lease.lease).toMatchObject({ state: 'opening' });
  const { cookie, origin, page } = await lease.enter();
  expect([page.status, page.headers.location]).toEqual([303, '/']);
  expect(page.headers['set-cookie']?.[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
  const headers = {
    cookie: `${cookie}; northlight=session`,
    authorization: 'Bearer x'.padEnd(40, 'x'),
    'x-device-session': 'own',
  };
  const answer = await visit(`${origin}/api/status?x=1`, headers, 'POST', 'hello');
  const seen = JSON.parse(answer.text) as {
    url: string;
    method: string;
    body: string;
    headers: Record<string, string>;
  };
  expect(seen).toMatchObject({ url: '/api/status?x=1', method: 'POST', body: 'hello' });
  expect(seen.headers['x-device-session']).toBe('own');
  expect(seen.headers).not.toHaveProperty('cookie');
  expect(seen.headers).not.toHaveProperty('authorization');
  expect(answer.headers).not.toHaveProperty('set-cookie');
  expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
});

test('an entrance is good once; without its cookie, and under another name, there is nothing', async () => {
  await using lease = await opened();
  const { cookie, enterUrl, origin } = await lease.enter();
  expect((await visit(enterUrl)).status).toBe(404);
  expect((await visit(`${origin}/`)).status).toBe(404);
  expect((await visit(`${origin}/`, { cookie: 'northlight-device=0000' })).status).toBe(404);
  const { port } = new URL(origin);
  expect((await visit(`http://${'0'.repeat(32)}.localhost:${port}/`, { cookie })).status).toBe(404);
  const asked = request({
    host: '127.0.0.1',
    port,
    path: '//',
    headers: { host: new URL(origin).host, cookie },
  });
  const [answer] = (await once(asked.end(), 'response')) as [IncomingMessage];
  expect(answer.resume().statusCode).toBe(404);
  // The console's own API is not there.
  expect((await visit(`${origin}/api/health`, { cookie })).text).not.toContain('"status":"ok"');
  expect((await visit(`${origin}/api/v1/session`)).status).toBe(404);
});

test('15 minutes, and it is over; so is it when it is closed, when the session ends, and when the device goes', async () => {
  const ends = {
    time: async () => world.clock.advance(15 * 60_000),
    close: async (lease: OpenLease) => {
      await owner.call('tunnelClose', { params: { ...lease.site.params, tunnelId: lease.lease.id } });
    },
    device: async (lease: OpenLease) => {
      lease.socket.destroy();
    },
    removal: async (lease: OpenLease) => {
      const params = { ...lease.site.params, deviceId: lease.device.id };
      await owner.call('deviceRemove', { params });
      await world.clock.advance(2_000);
    },
    session: async () => {
      await owner.call('signOut', {});
      await world.clock.advance(2_000);
    },
  };
  for (const [name, end] of Object.entries(ends)) {
    await using lease = await opened();
    const { cookie, origin } = await lease.enter();
    expect((await visit(`${origin}/`, { cookie })).status, name).toBe(200);
    await end(lease);
    await eventually(async () => (await visit(`${origin}/`, { cookie })).status === 404);
    await eventually(() => lease.socket.destroyed);
  }
  owner = await world.signedUp();
});

test('what a browser waits for ends with the connection to the device, not when its patience does', async () => {
  const ends = [
    (lease: OpenLease) => lease.socket.destroy(),
    (lease: OpenLease) =>
      owner.call('tunnelClose', { params: { ...lease.site.params, tunnelId: lease.lease.id } }),
  ];
  for (const end of ends) {
    const asked = Promise.withResolvers<void>();
    await using lease = await opened((stream) => {
      stream.on('error', () => undefined);
      asked.resolve();
    });
    const { cookie, origin } = await lease.enter();
    let status = 0;
    const answered = visit(`${origin}/slow`, { cookie }).then((page) => (status = page.status));
    await asked.promise;
    await end(lease);
    await eventually(() => status !== 0);
    expect(await answered).toBe(502);
  }
});

test('who comes after the session has ended is answered at once, before rights are looked at again', async () => {
  const leaving = await world.signedUp();
  await using lease = await opened(echo, leaving);
  const { cookie, origin } = await lease.enter();
  await leaving.call('signOut', {});
  expect((await visit(`${origin}/`, { cookie })).status).toBe(404);
  await eventually(() => lease.socket.destroyed);
});

test('a device that cannot, or does not answer, ends the lease with a code', async () => {
  await using site = await playedSite(world, owner, 'NL-GW5');
  const [device] = site.devices as [PlayedDevice];
  await device.on();
  const params = { ...site.params, deviceId: device.id };
  const look = ({ id }: Tunnel) => owner.call('tunnelGet', { params: { ...site.params, tunnelId: id } });
  const first = await owner.call('tunnelOpen', { params });
  expect((await owner.refused('tunnelOpen', { params })).body.code).toBe(322);
  await device.say(await device.command(), { state: 'failed', result: { reason: 'No page here.' } });
  expect(await look(first)).toMatchObject({ state: 'failed', code: 320, reason: 'No page here.' });
  const second = await owner.call('tunnelOpen', { params });
  await device.command();
  await world.pass(45_000);
  await eventually(async () => (await look(second)).state === 'failed');
  expect(await look(second)).toMatchObject({ code: 321 });
  await device.off();
  await eventually(async () => (await site.stateOf(device)) === 0);
  expect((await owner.refused('tunnelOpen', { params })).body.code).toBe(324);
});

test('a ticket is good for one connection, and none but the device’s own one opens a lease', async () => {
  await using lease = await opened();
  await expect(dial(lease.url, echo).then((socket) => eventually(() => socket.destroyed))).resolves.toBe(
    true,
  );
  await expect(
    dial(lease.url.replace(/[0-9a-f]{64}$/, '0'.repeat(64)), echo).then((socket) =>
      eventually(() => socket.destroyed),
    ),
  ).resolves.toBe(true);
  await expect(dial(lease.url.replace('/tunnels/', '/files/'), echo)).rejects.toThrow('404');
  expect(await lease.look()).toMatchObject({ state: 'open' });
});
