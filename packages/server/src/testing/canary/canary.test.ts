import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer } from '../test-server.ts';
import { type Driven, drive, marker } from './drive.ts';
import { clusterFiles, filesBelow, formsOf, found, tableRows } from './searched-places.ts';

/** What is answered once and never again, by what. */
const SHOWN_ONCE: readonly (readonly [secret: RegExp, answer: string])[] = [
  [/^API token$/, 'answer POST /api/v1/account/api-tokens'],
  [/^TOTP secret$/, 'answer POST /api/v1/account/second-factor'],
  [/^recovery code \d+$/, 'answer POST /api/v1/account/second-factor/confirm'],
  [/^signing key$/, 'answer PUT /api/v1/admin/accounts/'],
];
const isAllowed = (hit: string): boolean => {
  const [secret = '', place = ''] = hit.split(' in ');
  return SHOWN_ONCE.some(([name, answer]) => name.test(secret) && place.startsWith(answer));
};
const EMAIL = `seen-${randomBytes(10).toString('hex')}@example.com`;

let world: TestServer;
let driven: Driven;
let settings: string;
let log = '';
beforeAll(async () => {
  settings = mkdtempSync(join(tmpdir(), 'nl-canary-'));
  const clientSecret = marker();
  const serverKey = randomBytes(32).toString('hex');
  // Nobody listens there: a provider that is away is a failure like any other.
  const provider = {
    id: 'chat',
    label: 'Chat',
    issuer: 'http://127.0.0.1:9',
    clientId: 'northlight',
    clientSecret,
  };
  writeFileSync(join(settings, 'providers.json'), JSON.stringify([provider]));
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      log += chunk.toString('utf8');
      done();
    },
  });
  world = await startTestServer(inject('databaseUrl'), {
    log: pino({ level: 'debug' }, stream),
    env: {
      NORTHLIGHT_OIDC: join(settings, 'providers.json'),
      NORTHLIGHT_KEY: serverKey,
      NORTHLIGHT_EMAIL_CODE_DIGITS: '8',
    },
  });
  driven = await drive(world, EMAIL);
  driven.secrets.set('OIDC client secret', clientSecret).set('server key', serverKey);
  driven.secrets.set('administrator’s one-time password', world.server.administrator?.password ?? '');
}, 60_000);
afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  rmSync(settings, { recursive: true, force: true });
});

/** What is no secret and has to be found, or the search looks at the wrong places. */
const control = () => new Map([['e-mail', EMAIL]]);

test('every secret there is was used: none is empty', () => {
  expect([...driven.secrets].filter(([, secret]) => secret.length < 8)).toEqual([]);
  expect(driven.secrets.size).toBeGreaterThanOrEqual(30);
});

test('the search finds a secret in each form in which it might lie', () => {
  const secret = marker();
  const text = `x${secret}`;
  for (const form of [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64')])
    expect(found([{ name: 'p', bytes: Buffer.from(form) }], new Map([['s', secret]]))).toEqual(['s in p']);
  expect(formsOf(secret).every((form) => form.length >= 24)).toBe(true);
});

test('no table holds a secret, the audit included', async () => {
  const rows = await tableRows(world.services.db);
  expect(rows.map(({ name }) => name)).toContain('table audit');
  expect(found(rows, control())).toContain('e-mail in table audit');
  expect(found(rows, driven.secrets)).toEqual([]);
});

test('no file of the database holds one: data, write-ahead log, its own log', async (context) => {
  const files = await clusterFiles(world.services.db);
  if (!files) return context.skip('the cluster’s files are not ours to read');
  const places = [...files];
  expect(found(places, control()).some((hit) => hit.includes('pg_wal'))).toBe(true);
  expect(found(places, control()).some((hit) => hit.includes('base/'))).toBe(true);
  expect(found(places, driven.secrets)).toEqual([]);
}, 60_000);

test('no file of the data directory holds one, but for the mails that stand in for a mail server', () => {
  const outbox = [...filesBelow(world.dataDirectory)].filter(({ name }) => name.startsWith('outbox'));
  expect(found(outbox, driven.secrets).every((hit) => hit.startsWith('code of '))).toBe(true);
  expect(found(filesBelow(world.dataDirectory, ['outbox']), driven.secrets)).toEqual([]);
});

test('the log at its most talkative holds none', () => {
  expect(found([{ name: 'log', bytes: Buffer.from(log) }], driven.secrets)).toEqual([]);
});

test('answers hold those that are shown once, and no others; the revealed one only as ciphertext', () => {
  expect(driven.answers.length).toBeGreaterThanOrEqual(25);
  expect(found(driven.answers, control()).length).toBeGreaterThan(0);
  const hits = found(driven.answers, driven.secrets);
  expect(hits.filter((hit) => !isAllowed(hit))).toEqual([]);
  for (const [, answer] of SHOWN_ONCE)
    expect(
      hits.some((hit) => hit.includes(answer)),
      answer,
    ).toBe(true);
  const revealed = driven.answers.filter(({ name }) => name.includes('device-password/reveal'));
  expect(revealed.map(({ bytes }) => /"ciphertext":"[0-9a-f]+"/.test(bytes.toString('utf8')))).toEqual([
    true,
  ]);
});

test('the audit says who revealed the password', async () => {
  const rows = await world.services.db
    .selectFrom('audit')
    .select(['action', 'actor'])
    .where('action', 'like', '%reveal%')
    .execute();
  expect(rows).toMatchObject([{ actor: EMAIL }]);
});
