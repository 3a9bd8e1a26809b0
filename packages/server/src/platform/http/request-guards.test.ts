import { connect } from 'node:net';
import { errorBody } from '@northlight/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openStream, startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
let host: string;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
  ({ host } = new URL(world.server.address));
});
afterAll(() => world[Symbol.asyncDispose]());

/** Sends a request as raw text and returns the status of its answer. */
async function sendRaw(...lines: string[]): Promise<number> {
  const socket = connect(Number(new URL(world.server.address).port), '127.0.0.1');
  socket.end([...lines, 'Connection: close', '', ''].join('\r\n'));
  const answer = (await socket.toArray()).join('');
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
}

describe('a request', () => {
  it('is answered if it has one Host header', async () => {
    expect(await sendRaw('GET /api/health HTTP/1.1', `Host: ${host}`)).toBe(200);
  });

  it.each([
    ['two Host headers', ['GET /api/health HTTP/1.1', 'Host: HOST', 'host: evil.example']],
    ['no Host header', ['GET /api/health HTTP/1.1']],
    ['an absolute address', ['GET http://evil.example/api/health HTTP/1.1', 'Host: HOST']],
  ])('is refused with 400 if it has %s', async (_name, lines) => {
    expect(await sendRaw(...lines.map((line) => line.replace('HOST', host)))).toBe(400);
  });
});

describe('a sign-in', () => {
  const openDemo = async (headers: Record<string, string>) =>
    (await world.browser().fetch('/api/v1/demo-session', { method: 'POST', headers })).status;

  it.each([
    ['of another origin', () => 'https://evil.example', 403],
    ['of another port', () => `http://${host.replace(/\d+$/, '1')}`, 403],
    ['of a page without an origin', () => 'null', 403],
    ['of this page', () => `http://${host}`, 201],
    ['of this page in capitals', () => `HTTP://${host.toUpperCase()}`, 201],
  ])('is accepted from the own origin only, without Sec-Fetch-Site: %s', async (_name, origin, status) => {
    expect(await openDemo({ origin: origin() })).toBe(status);
  });

  it.each(['Cross-Site', 'SAME-SITE'])('is refused with the header Sec-Fetch-Site: %s', async (site) => {
    expect(await openDemo({ 'sec-fetch-site': site })).toBe(403);
  });
});

describe('a JSON body', () => {
  const send = async (body: string | Uint8Array<ArrayBuffer>) => {
    const headers = { 'content-type': 'application/json' };
    const response = await owner.fetch('/api/v1/scenarios', { method: 'POST', headers, body });
    return { status: response.status, ...errorBody.safeParse(await response.json()).data?.fields };
  };

  it.each([
    ['a repeated key', '{"name":"One","name":"Two"}', 'The key "name" occurs twice.'],
    [
      'a repeated key under another spelling',
      String.raw`{"name":"One","n\u0061me":"Two"}`,
      'The key "name" occurs twice.',
    ],
    ['a repeated key in a list', '{"list":[{"a":1},{"a":1,"a":2}]}', 'The key "a" occurs twice.'],
    ['a byte order mark', '\uFEFF{"name":"One"}', 'The request must be UTF-8 without a byte order mark.'],
    ['a prototype', '{"__proto__":{"name":"One"}}', 'The key "__proto__" is not possible.'],
    ['text that is no JSON', '{"name":', 'The request is not valid JSON.'],
  ])('is refused if it has %s', async (_name, body, message) => {
    expect(await send(body)).toEqual({ status: 400, body: message });
  });

  it('is refused if it is not UTF-8', async () => {
    const body = Uint8Array.from([0x7b, 0x22, 0x6e, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]);
    expect(await send(body)).toEqual({
      status: 400,
      body: 'The request must be UTF-8 without a byte order mark.',
    });
  });

  it('may repeat a key in different objects', async () => {
    expect(await send('{"name":"Own","other":{"name":1}}')).toEqual({ status: 201 });
  });

  it('may be empty where the operation has none', async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await owner.fetch('/api/v1/account/avatar', { method: 'DELETE', headers });
    expect(response.status).toBe(200);
  });
});

it('the live stream has the security headers of every response', async () => {
  const stream = await openStream(owner, '');
  for (const name of ['x-content-type-options', 'referrer-policy', 'content-security-policy', 'x-request-id'])
    expect(stream.headers.get(name), name).not.toBeNull();
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  await stream.close();
});
