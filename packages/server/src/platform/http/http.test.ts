import { errorBody, LIVE_HEARTBEAT_MS, LIVE_STREAM_LIFE_MS } from '@northlight/contract';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createProject,
  eventually,
  openStream,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

test('a stream says what changed in its project and nothing of another, with a heartbeat', async () => {
  const mine = await createProject(owner);
  const other = await createProject(owner);
  const stream = await openStream(owner, `?projectId=${mine.id}`);
  world.services.live.changed('devices', { projectId: other.id });
  world.services.live.changed('devices', { projectId: mine.id });
  await eventually(() => stream.text().includes('event: change'));
  expect(stream.text().match(/"resource":"devices"/g)).toHaveLength(1);
  expect(stream.text()).toContain(`"projectId":${mine.id}`);
  await world.clock.advance(LIVE_HEARTBEAT_MS);
  await eventually(() => stream.text().includes('event: heartbeat'));
  await stream.close();
});

test('a cut stream goes on at its Last-Event-ID; an unknown one starts over', async () => {
  const { id } = await createProject(owner);
  const lastId = world.services.live.lastId;
  world.services.live.changed('alarms', { projectId: id });
  const resumed = await openStream(owner, `?projectId=${id}`, { 'last-event-id': lastId });
  await eventually(() => resumed.text().includes('"resource":"alarms"'));
  const unknown = await openStream(owner, `?projectId=${id}`, { 'last-event-id': '17' });
  await eventually(() => unknown.text().includes('event: reset'));
  await resumed.close();
  await unknown.close();
});

test('a stream ends after ten minutes, and the next one goes on after its last event', async () => {
  const { id } = await createProject(owner);
  const first = await openStream(owner, `?projectId=${id}`);
  await world.clock.advance(LIVE_HEARTBEAT_MS);
  await eventually(() => first.text().includes('event: heartbeat'));
  await world.clock.advance(LIVE_STREAM_LIFE_MS - LIVE_HEARTBEAT_MS);
  await eventually(() => first.ended());
  expect(first.text()).toMatch(/event: renew\ndata: \{\}\n\n$/);
  world.services.live.changed('alarms', { projectId: id });
  const lastId =
    first
      .text()
      .match(/^id: (.*)$/gm)
      ?.at(-1)
      ?.slice(4) ?? '';
  const next = await openStream(owner, `?projectId=${id}`, { 'last-event-id': lastId });
  await eventually(() => next.text().includes('"resource":"alarms"'));
  expect(next.text()).not.toContain('event: reset');
  await next.close();
});

test('a session that ends takes its open streams with it', async () => {
  const person = await world.signedUp();
  const stream = await openStream(person);
  await eventually(() => stream.text().includes('retry'));
  await person.call('signOut', {});
  await eventually(() => stream.ended());
});

test('a stream of a foreign project or without a session is refused', async () => {
  const { id } = await createProject(owner);
  const stranger = await world.signedUp();
  expect((await openStream(stranger, `?projectId=${id}`)).status).toBe(404);
  expect((await openStream(world.browser())).status).toBe(401);
});

test('every answer carries the security headers, and an error says nothing of our insides', async () => {
  const missing = await owner.fetch('/api/v1/nothing');
  expect(missing.status).toBe(404);
  expect(await missing.json()).toEqual({
    code: 400,
    message: 'There is nothing at this address.',
    requestId: expect.any(String),
  });
  expect(missing.headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(missing.headers.get('x-content-type-options')).toBe('nosniff');
  const health = await owner.fetch('/api/health');
  expect(await health.json()).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
});

test('bodies that are no JSON, too large, or of another type are the caller’s fault, never ours', async () => {
  const send = async (body: string, type: string) => {
    const response = await owner.fetch('/api/v1/projects', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    return [response.status, ((await response.json()) as { code: number }).code];
  };
  expect(await send('{"name":', 'application/json')).toEqual([400, 400]);
  expect(await send('name=x', 'application/x-www-form-urlencoded')).toEqual([400, 400]);
  expect(await send('null', 'application/json')).toEqual([400, 400]);
  expect(await send(`{"name":"${'x'.repeat(5_000_000)}"}`, 'application/json')).toEqual([413, 400]);
  expect(await send('{"__proto__":{"name":"x"}}', 'application/json')).toEqual([400, 400]);
});

test('the public document is served, and lists no web-only operation', async () => {
  const document = (await (await owner.fetch('/api/openapi.json')).json()) as {
    openapi: string;
    paths: Record<string, unknown>;
  };
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toContain('/api/v1/projects/{projectId}/devices');
  expect(Object.keys(document.paths)).not.toContain('/api/v1/accounts');
});

test('a path outside the console’s files is its page or nothing, never a file of ours', async () => {
  for (const path of [
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/.built',
  ]) {
    const response = await owner.fetch(path);
    expect(await response.text()).not.toContain('"northlight"');
  }
});

test('an address that cannot be decoded is refused in the shape of every refusal', async () => {
  const response = await owner.fetch('/api/v1/projects/%ff');
  expect(response.status).toBe(400);
  expect(errorBody.parse(await response.json()).code).toBe(400);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('a stream whose reader is gone before it begins leaves no subscription behind', async () => {
  const before = world.services.live.subscriberCount;
  const { port, hostname } = new URL(world.server.address);
  const head = `GET /api/v1/live HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${owner.cookieHeader}\r\n\r\n`;
  const sockets = Array.from({ length: 40 }, () => connect(Number(port), hostname));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const gone = sockets.map((socket) => once(socket, 'close'));
  for (const socket of sockets) socket.write(head, () => socket.destroy());
  await Promise.all(gone);
  for (let count = 0; count < 10; count++) await owner.call('sessionGet', {});
  await eventually(() => world.services.live.subscriberCount === before);
});

test.each([
  ['a page of another site', 'cross-site', 403],
  ['another port of this host', 'same-site', 403],
  ['this page', 'same-origin', 201],
])('the demo opened by %s', async (_who, site, status) => {
  const headers = { 'sec-fetch-site': site };
  const response = await world.browser().fetch('/api/v1/demo-session', { method: 'POST', headers });
  expect(response.status).toBe(status);
});

test.each([
  ['without a boundary', 'multipart/form-data', 'x'],
  [
    'that is cut off',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nPK',
  ],
])('an upload %s is refused, no fault of ours', async (_what, type, body) => {
  const { id } = await createProject(owner);
  const path = `/api/v1/projects/${id}/device-imports`;
  const response = await owner.fetch(path, { method: 'POST', headers: { 'content-type': type }, body });
  expect(response.status).toBe(400);
  expect(errorBody.parse(await response.json()).fields).toEqual({ file: 'Choose a file.' });
});
