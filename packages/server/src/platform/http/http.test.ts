import { errorBody, ERRORS, LIVE_HEARTBEAT_MS, LIVE_STREAM_LIFE_MS } from '@northlight/contract';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createProject,
  pollUntil,
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

test('streams heartbeats and the changes of its own project, but no changes of another project', async () => {
  const mine = await createProject(owner);
  const other = await createProject(owner);
  const stream = await openStream(owner, `?projectId=${mine.id}`);
  world.services.live.changed('devices', { projectId: other.id });
  world.services.live.changed('devices', { projectId: mine.id });
  await pollUntil(() => stream.text().includes('event: change'));
  expect(stream.text().match(/"resource":"devices"/g)).toHaveLength(1);
  expect(stream.text()).toContain(`"projectId":${mine.id}`);
  await world.clock.advance(LIVE_HEARTBEAT_MS);
  await pollUntil(() => stream.text().includes('event: heartbeat'));
  await stream.close();
});

test('resumes a stream at its Last-Event-ID and resets it for an unknown id', async () => {
  const { id } = await createProject(owner);
  const lastId = world.services.live.lastId;
  world.services.live.changed('alarms', { projectId: id });
  const resumed = await openStream(owner, `?projectId=${id}`, { 'last-event-id': lastId });
  await pollUntil(() => resumed.text().includes('"resource":"alarms"'));
  const unknown = await openStream(owner, `?projectId=${id}`, { 'last-event-id': '17' });
  await pollUntil(() => unknown.text().includes('event: reset'));
  await resumed.close();
  await unknown.close();
});

test('ends a stream after 10 min, and resumes with the next stream', async () => {
  const { id } = await createProject(owner);
  const first = await openStream(owner, `?projectId=${id}`);
  await world.clock.advance(LIVE_HEARTBEAT_MS);
  await pollUntil(() => first.text().includes('event: heartbeat'));
  await world.clock.advance(LIVE_STREAM_LIFE_MS - LIVE_HEARTBEAT_MS);
  await pollUntil(() => first.ended());
  expect(first.text()).toMatch(/event: renew\ndata: \{\}\n\n$/);
  world.services.live.changed('alarms', { projectId: id });
  const lastId =
    first
      .text()
      .match(/^id: (.*)$/gm)
      ?.at(-1)
      ?.slice(4) ?? '';
  const next = await openStream(owner, `?projectId=${id}`, { 'last-event-id': lastId });
  await pollUntil(() => next.text().includes('"resource":"alarms"'));
  expect(next.text()).not.toContain('event: reset');
  await next.close();
});

test('ends the streams of a session that ends', async () => {
  const person = await world.signedUp();
  const stream = await openStream(person);
  await pollUntil(() => stream.text().includes('retry'));
  await person.call('signOut', {});
  await pollUntil(() => stream.ended());
});

test('rejects a stream of a foreign project or without a session', async () => {
  const { id } = await createProject(owner);
  const stranger = await world.signedUp();
  expect((await openStream(stranger, `?projectId=${id}`)).status).toBe(404);
  expect((await openStream(world.browser())).status).toBe(401);
});

test('sends security headers with every answer and reveals no internals in errors', async () => {
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

test('answers invalid, too large and unsupported bodies with 4xx', async () => {
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

/** Sends a request with exactly these headers, because a browser adds a length. */
async function sendPlain(path: string, method: string, headers: Record<string, string>, body?: string) {
  const sent = request(new URL(path, world.server.address), { method, headers });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const parsed = (await json(answer)) as { message?: string; fields?: Record<string, string> };
  return { status: answer.statusCode, message: parsed.message, fields: parsed.fields };
}

test('accepts a DELETE with a media type and no body, and states the error of an invalid body', async () => {
  const person = await world.signedUp();
  const { id } = await createProject(person);
  const body = { name: 'Script', scope: { projects: 'all', write: true }, expiresInDays: 1 } as const;
  const { token } = await person.call('apiTokenCreate', { body });
  const remove = (headers: Record<string, string>, sent?: string) =>
    sendPlain(
      `/api/v1/projects/${id}/network-config/draft`,
      'DELETE',
      {
        authorization: `Bearer ${token}`,
        ...headers,
        ...(sent && { 'content-length': String(sent.length) }),
      },
      sent,
    );
  const lengths: Record<string, string>[] = [
    {},
    { 'content-length': '0' },
    { 'transfer-encoding': 'chunked' },
  ];
  for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain'])
    for (const length of lengths)
      expect(await remove({ 'content-type': type, ...length })).toMatchObject({ status: 200 });
  const invalid = { status: 400, message: ERRORS.invalidParameters.message };
  expect(await remove({ 'content-type': 'application/json' }, '{a')).toEqual({
    ...invalid,
    fields: { body: 'The request is not valid JSON.' },
  });
  for (const type of ['json', 'application/xml'])
    expect(await remove({ 'content-type': type }, 'a')).toEqual({
      ...invalid,
      fields: {
        body: 'The media type is not supported. Send JSON as application/json and a file as multipart/form-data.',
      },
    });
});

test('serves the OpenAPI document without web-only operations', async () => {
  const document = (await (await owner.fetch('/api/openapi.json')).json()) as {
    openapi: string;
    paths: Record<string, unknown>;
  };
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toContain('/api/v1/projects/{projectId}/devices');
  expect(Object.keys(document.paths)).not.toContain('/api/v1/accounts');
});

test('serves no file outside the console directory', async () => {
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

test('answers an undecodable path with the standard error body', async () => {
  const response = await owner.fetch('/api/v1/projects/%ff');
  expect(response.status).toBe(400);
  expect(errorBody.parse(await response.json()).code).toBe(400);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('keeps no subscription of a client that disconnects before its stream starts', async () => {
  const before = world.services.live.subscriberCount;
  const { port, hostname } = new URL(world.server.address);
  const head = `GET /api/v1/live HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${owner.cookieHeader}\r\n\r\n`;
  const sockets = Array.from({ length: 40 }, () => connect(Number(port), hostname));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const gone = sockets.map((socket) => once(socket, 'close'));
  for (const socket of sockets) socket.write(head, () => socket.destroy());
  await Promise.all(gone);
  for (let count = 0; count < 10; count++) await owner.call('sessionGet', {});
  await pollUntil(() => world.services.live.subscriberCount === before);
});

test.each([
  ['a page of another site', 'cross-site', 403],
  ['another port of this host', 'same-site', 403],
  ['this page', 'same-origin', 201],
])('answers a demo request of %s (%s) with %i', async (_origin, site, status) => {
  const headers = { 'sec-fetch-site': site };
  const response = await world.browser().fetch('/api/v1/demo-session', { method: 'POST', headers });
  expect(response.status).toBe(status);
});

test.each([
  ['has no boundary', 'multipart/form-data', 'x'],
  [
    'is truncated',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nPK',
  ],
])('rejects an upload that %s with 400', async (_title, type, body) => {
  const { id } = await createProject(owner);
  const path = `/api/v1/projects/${id}/device-imports`;
  const response = await owner.fetch(path, { method: 'POST', headers: { 'content-type': type }, body });
  expect(response.status).toBe(400);
  expect(errorBody.parse(await response.json()).fields).toEqual({ file: 'Choose a file.' });
});
