import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Tunnel } from '@northlight/contract';
import { commandArgs } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  dialTunnel,
  createEchoPage,
  pollUntil,
  type PlayedDevice,
  playSite,
  type ServePage,
  startTestServer,
  type TestBrowser,
  type TestServer,
  visitPage,
} from '../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const authority = (): string => readFileSync(join(world.dataDirectory, 'tls', 'authority.pem'), 'utf8');
const dial = (url: string, serve: ServePage): Promise<Duplex> => dialTunnel(url, authority(), serve);

async function openLease(serve: ServePage = createEchoPage, browser = owner) {
  const site = await playSite(world, browser, 'NL-GW5');
  const [device] = site.devices as [PlayedDevice];
  await device.on();
  const lease = await browser.call('tunnelOpen', { params: { ...site.params, deviceId: device.id } });
  const push = await device.command();
  const { url } = commandArgs.tunnel.parse(push.args);
  const socket = await dial(url, serve);
  await device.reportCommand(push, { state: 'done' });
  const readTunnel = (): Promise<Tunnel> =>
    browser.call('tunnelGet', { params: { ...site.params, tunnelId: lease.id } });
  const enter = async () => {
    const { enterUrl = '' } = await readTunnel();
    const page = await visitPage(enterUrl);
    const cookie = page.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    return { page, enterUrl, origin: new URL(enterUrl).origin, cookie };
  };
  return {
    site,
    device,
    lease,
    url,
    socket,
    readTunnel,
    enter,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

type OpenLease = Awaited<ReturnType<typeof openLease>>;

test('serves the local page of a device under the host name of its tunnel', async () => {
  await using lease = await openLease();
  expect(lease.lease).toMatchObject({ state: 'opening' });
  const { cookie, origin, page } = await lease.enter();
  expect([page.status, page.headers.location]).toEqual([303, '/']);
  expect(page.headers['set-cookie']?.[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
  const headers = {
    cookie: `${cookie}; northlight=session`,
    authorization: 'Bearer x'.padEnd(40, 'x'),
    'x-device-session': 'own',
  };
  const answer = await visitPage(`${origin}/api/status?x=1`, headers, 'POST', 'hello');
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

test('accepts an entry key once, and answers 404 without the cookie or under another host name', async () => {
  await using lease = await openLease();
  const { cookie, enterUrl, origin } = await lease.enter();
  expect((await visitPage(enterUrl)).status).toBe(404);
  expect((await visitPage(`${origin}/`)).status).toBe(404);
  expect((await visitPage(`${origin}/`, { cookie: 'northlight-device=0000' })).status).toBe(404);
  const { port } = new URL(origin);
  expect((await visitPage(`http://${'0'.repeat(32)}.localhost:${port}/`, { cookie })).status).toBe(404);
  const requested = request({
    host: '127.0.0.1',
    port,
    path: '//',
    headers: { host: new URL(origin).host, cookie },
  });
  const [answer] = (await once(requested.end(), 'response')) as [IncomingMessage];
  expect(answer.resume().statusCode).toBe(404);
  // The server does not serve the console's API under this host name.
  expect((await visitPage(`${origin}/api/health`, { cookie })).text).not.toContain('"status":"ok"');
  expect((await visitPage(`${origin}/api/v1/session`)).status).toBe(404);
});

test('admits only the session that opened the tunnel, and audits every entry', async () => {
  await using lease = await openLease();
  const { params } = lease.site;
  const writer = await world.signedUp();
  const { account } = (await writer.call('sessionGet', { query: {} })).account;
  await owner.call('shareCreate', {
    params,
    body: { account, right: 'rw', validity: { kind: 'permanent' } },
  });
  const shown = await writer.call('tunnelGet', { params: { ...params, tunnelId: lease.lease.id } });
  expect(shown).toMatchObject({ state: 'open' });
  expect(shown).not.toHaveProperty('enterUrl');
  await lease.enter();
  await lease.enter();
  const { items } = await owner.call('auditList', { params, query: {} });
  const entries = items.filter(({ action }) => action === 'device.tunnel-enter');
  expect(entries).toHaveLength(2);
  expect(entries[0]).toMatchObject({ network: '127.0.0.1', result: 'ok' });
});

test('opens a tunnel again right after the device refused the previous tunnel', async () => {
  const site = await playSite(world, owner, 'NL-GW5');
  const [device] = site.devices as [PlayedDevice];
  await device.on();
  const input = { params: { ...site.params, deviceId: device.id } };
  const first = await owner.call('tunnelOpen', input);
  await device.reportCommand(await device.command(), { state: 'failed' });
  const [row] = await pollUntil(async () => {
    const rows = await world.services.db
      .selectFrom('job_rows')
      .select('state')
      .where('device_id', '=', device.id)
      .where('state', '=', 'failed')
      .execute();
    return rows.length > 0 ? rows : undefined;
  });
  expect(row).toEqual({ state: 'failed' });
  const second = await owner.call('tunnelOpen', input);
  expect(second.id).not.toBe(first.id);
  await site[Symbol.asyncDispose]();
});

test('ends a tunnel after 15 min, when it is closed, when the session ends, and when the device disconnects or is removed', async () => {
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
    await using lease = await openLease();
    const { cookie, origin } = await lease.enter();
    expect((await visitPage(`${origin}/`, { cookie })).status, name).toBe(200);
    await end(lease);
    await pollUntil(async () => (await visitPage(`${origin}/`, { cookie })).status === 404);
    await pollUntil(() => lease.socket.destroyed);
  }
  owner = await world.signedUp();
});

test('answers a waiting request with 502 as soon as the device disconnects or the tunnel is closed', async () => {
  const ends = [
    (lease: OpenLease) => lease.socket.destroy(),
    (lease: OpenLease) =>
      owner.call('tunnelClose', { params: { ...lease.site.params, tunnelId: lease.lease.id } }),
  ];
  for (const end of ends) {
    const requested = Promise.withResolvers<void>();
    await using lease = await openLease((stream) => {
      stream.on('error', () => undefined);
      requested.resolve();
    });
    const { cookie, origin } = await lease.enter();
    let status = 0;
    const answered = visitPage(`${origin}/slow`, { cookie }).then((page) => (status = page.status));
    await requested.promise;
    await end(lease);
    await pollUntil(() => status !== 0);
    expect(await answered).toBe(502);
  }
});

test('answers 404 right after the session has ended, before access is checked again', async () => {
  const leaving = await world.signedUp();
  await using lease = await openLease(createEchoPage, leaving);
  const { cookie, origin } = await lease.enter();
  await leaving.call('signOut', {});
  expect((await visitPage(`${origin}/`, { cookie })).status).toBe(404);
  await pollUntil(() => lease.socket.destroyed);
});

test('fails to open a tunnel, with a code, when the device refuses, does not answer or is offline', async () => {
  await using site = await playSite(world, owner, 'NL-GW5');
  const [device] = site.devices as [PlayedDevice];
  await device.on();
  const params = { ...site.params, deviceId: device.id };
  const readTunnel = ({ id }: Tunnel) =>
    owner.call('tunnelGet', { params: { ...site.params, tunnelId: id } });
  const first = await owner.call('tunnelOpen', { params });
  expect((await owner.refused('tunnelOpen', { params })).body.code).toBe(322);
  await device.reportCommand(await device.command(), {
    state: 'failed',
    result: { reason: 'No page here.' },
  });
  expect(await readTunnel(first)).toMatchObject({ state: 'failed', code: 320, reason: 'No page here.' });
  const second = await owner.call('tunnelOpen', { params });
  await device.command();
  await world.passTime(45_000);
  await pollUntil(async () => (await readTunnel(second)).state === 'failed');
  expect(await readTunnel(second)).toMatchObject({ code: 321 });
  await device.off();
  await pollUntil(async () => (await site.stateOf(device)) === 0);
  expect((await owner.refused('tunnelOpen', { params })).body.code).toBe(324);
});

test('accepts the ticket of a tunnel once, and no other ticket', async () => {
  await using lease = await openLease();
  await expect(dial(lease.url, createEchoPage)).rejects.toThrow('404');
  const unknown = lease.url.replace(/[0-9a-f]{64}$/, '0'.repeat(64));
  await expect(dial(unknown, createEchoPage)).rejects.toThrow('404');
  await expect(dial(lease.url.replace('/tunnels/', '/files/'), createEchoPage)).rejects.toThrow('404');
  expect(await lease.readTunnel()).toMatchObject({ state: 'open' });
});
