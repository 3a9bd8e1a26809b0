import { createPasswordVerifier, SeededEntropy, SteppedClock } from '@northlight/runtime';
import { expect, test } from 'vitest';
import type { LocalPassword } from '../link/index.ts';
import { LocalPage, type LocalDevice } from './index.ts';

const PASSWORD = 'Abcdefg1';
const clock = () => new SteppedClock();

class PlainDevice implements LocalDevice {
  mode: 'cloud' | 'local' = 'cloud';
  password: LocalPassword | undefined;
  restarts = 0;
  readonly #name: string;

  constructor(name = 'NL-LGW') {
    this.#name = name;
  }

  status(): ReturnType<LocalDevice['status']> {
    const facts = { model: 'NL-LGW', serial: 'NL1', software: '1.0.0', uptimeSeconds: 61, connected: true };
    return { name: this.#name, ...facts };
  }
  managed(): 'cloud' | 'local' {
    return this.mode;
  }
  localPassword(): LocalPassword | undefined {
    return this.password;
  }
  async setManaged(managed: 'cloud' | 'local'): Promise<void> {
    this.mode = managed;
  }
  async setLocalPassword(password: LocalPassword): Promise<void> {
    this.password = password;
  }
  restart(): void {
    this.restarts++;
  }
}

async function world(password: string | null = PASSWORD) {
  const time = clock();
  const entropy = new SeededEntropy(3);
  const device = new PlainDevice();
  if (password !== null) device.password = await createPasswordVerifier(password, entropy);
  const page = new LocalPage({ device, clock: time, entropy });
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; value: Record<string, unknown> }> => {
    const { body: text, status } = await page.answer({
      method,
      path,
      headers: { 'content-type': 'application/json', ...headers },
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? {})),
    });
    return { status, value: JSON.parse(text) as Record<string, unknown> };
  };
  const signIn = async (given = PASSWORD): Promise<Record<string, string>> => {
    const { value } = await call('POST', '/api/session', { password: given });
    return { 'x-device-session': String(value['token']) };
  };
  return { time, device, page, call, signIn };
}

test('shows the status without a session, and rejects all other requests', async () => {
  const { call, device, signIn } = await world();
  expect((await call('GET', '/api/status')).value).toEqual({
    name: 'NL-LGW',
    model: 'NL-LGW',
    serial: 'NL1',
    software: '1.0.0',
    uptimeSeconds: 61,
    connected: true,
    managed: 'cloud',
    hasPassword: true,
  });
  for (const [method, path] of [
    ['PUT', '/api/management'],
    ['POST', '/api/restart'],
    ['PUT', '/api/password'],
    ['DELETE', '/api/session'],
  ] as const) {
    expect((await call(method, path, { managed: 'local' })).status).toBe(401);
    expect((await call(method, path, { managed: 'local' }, { 'x-device-session': 'guess' })).status).toBe(
      401,
    );
  }
  expect((await call('POST', '/api/session', { password: 'Abcdefg2' })).status).toBe(401);
  const session = await signIn();
  expect((await call('PUT', '/api/management', { managed: 'local' }, session)).value).toMatchObject({
    managed: 'local',
  });
  expect(device.mode).toBe('local');
});

test('allows a restart and a password change under local management only', async () => {
  const { call, device, signIn } = await world();
  const session = await signIn();
  for (const [method, path] of [
    ['POST', '/api/restart'],
    ['PUT', '/api/password'],
  ] as const)
    expect(await call(method, path, { password: 'Gfedcba1' }, session)).toMatchObject({
      status: 409,
      value: { code: 133 },
    });
  device.mode = 'local';
  expect((await call('POST', '/api/restart', {}, session)).status).toBe(202);
  expect(device.restarts).toBe(1);
  expect((await call('PUT', '/api/password', { password: 'short' }, session)).status).toBe(422);
  expect((await call('PUT', '/api/password', { password: 'Gfedcba1' }, session)).status).toBe(200);
  // A change of the password ends the sessions of the old one.
  expect((await call('POST', '/api/restart', {}, session)).status).toBe(401);
  expect((await call('POST', '/api/session', { password: PASSWORD })).status).toBe(401);
  expect((await call('POST', '/api/restart', {}, await signIn('Gfedcba1'))).status).toBe(202);
});

test('pauses sign-in for 5 min after 5 wrong passwords, also in concurrent requests', async () => {
  const { call, signIn, time } = await world();
  const wrong = () => call('POST', '/api/session', { password: 'Wrong-123' });
  for (let round = 0; round < 4; round++) expect((await wrong()).status).toBe(401);
  await time.advance(10 * 60_000);
  const together = await Promise.all([wrong(), wrong(), wrong(), wrong(), wrong()]);
  expect(together.map(({ status }) => status)).toEqual([401, 401, 401, 401, 429]);
  expect((await wrong()).status).toBe(429);
  expect((await call('POST', '/api/session', { password: PASSWORD })).status).toBe(429);
  await time.advance(5 * 60_000);
  expect((await call('GET', '/api/session', {}, await signIn())).status).toBe(200);
});

test('ends a session after 15 idle minutes and at sign-out', async () => {
  const { call, signIn, time } = await world();
  const session = await signIn();
  const look = () => call('GET', '/api/session', {}, session);
  for (let round = 0; round < 3; round++) {
    await time.advance(14 * 60_000);
    expect((await look()).status).toBe(200);
  }
  await time.advance(15 * 60_000);
  expect((await look()).status).toBe(401);
  const other = await signIn();
  await call('DELETE', '/api/session', {}, other);
  expect((await call('GET', '/api/session', {}, other)).status).toBe(401);
});

test('states where to set a password when the device has none', async () => {
  const { call } = await world(null);
  expect((await call('POST', '/api/session', { password: 'x' })).value['message']).toContain(
    'in the console',
  );
  expect((await call('GET', '/api/status')).value['hasPassword']).toBe(false);
});

test.each([
  ['/../etc/passwd', 404],
  ['/page.js/../page.css', 404],
  ['/%2e%2e/etc/passwd', 404],
  ['/__proto__', 404],
  ['/constructor', 404],
  ['//page.js', 404],
  ['/page.js?x=1', 200],
])('answers GET %s with %i', async (path, status) => {
  const { page } = await world(null);
  expect((await page.answer({ method: 'GET', path, headers: {}, body: Buffer.of() })).status).toBe(status);
});

test('rejects malformed and oversized bodies', async () => {
  const { call, page } = await world();
  expect((await call('POST', '/api/session', '{')).status).toBe(400);
  expect((await call('POST', '/api/session', { password: 7 })).status).toBe(400);
  expect(
    (await call('POST', '/api/session', { password: 'x' }, { 'content-type': 'text/plain' })).status,
  ).toBe(400);
  expect((await call('POST', '/api/session', { password: 'x'.repeat(5_000) })).status).toBe(413);
  expect((await page.answer({ method: 'POST', path: '/', headers: {}, body: Buffer.of() })).status).toBe(405);
});

test('the page loads no content from other origins and allows no inline scripts or styles', async () => {
  const { page } = await world(null);
  const files = await Promise.all(
    ['/', '/page.js', '/page.css'].map((path) =>
      page.answer({ method: 'GET', path, headers: {}, body: Buffer.of() }),
    ),
  );
  for (const { body, headers } of files) {
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'/,
    );
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(body).not.toMatch(/https?:\/\/|\sstyle=|\son[a-z]+=|innerHTML|<script>|<style>/);
  }
});
