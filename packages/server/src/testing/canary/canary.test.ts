import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer } from '../test-server.ts';
import { type ExercisedSecrets, exerciseSecrets, createMarker } from './exercise-secrets.ts';
import { formatField, listRequestFields, listValues } from './secret-fields.ts';
import {
  listClusterFiles,
  listFilesBelow,
  listEncodings,
  findSecrets,
  listTableRows,
} from './secret-search.ts';

/** Secrets that exactly one answer may contain: new ones, and the codes of a list that is checked row by row. */
const SHOWN_ONCE: readonly (readonly [secret: RegExp, answer: string])[] = [
  [/^API token$/, 'answer POST /api/v1/account/api-tokens'],
  [/^TOTP secret$/, 'answer POST /api/v1/account/second-factor'],
  [/^recovery code \d+$/, 'answer POST /api/v1/account/second-factor/confirm'],
  [/^claim code of a (?:check|batch)$/, 'answer POST /api/v1/projects/'],
  [/^signing key$/, 'answer PUT /api/v1/admin/accounts/'],
];
const isAllowed = (hit: string): boolean => {
  const [secret = '', location = ''] = hit.split(' in ');
  return SHOWN_ONCE.some(([name, answer]) => name.test(secret) && location.startsWith(answer));
};
/** Names of fields with secrets, except the public ones. */
const SECRET_NAME = /(?:password|secret|key|code|token|ticket|passphrase|psk|pin|credential)s?$/i;
/** Fields with such a name that are none: `changes.*.key` identifies the item of a document. */
const PUBLIC_FIELDS = [' publicKey', 'security.rawKey', ' changes.*.key', ' undo.*.key'];
const EMAIL = `seen-${randomBytes(10).toString('hex')}@example.com`;

let world: TestServer;
let exercised: ExercisedSecrets;
let settings: string;
let log = '';
beforeAll(async () => {
  settings = mkdtempSync(join(tmpdir(), 'nl-canary-'));
  const clientSecret = createMarker();
  const serverKey = randomBytes(32).toString('hex');
  // An unreachable provider is an ordinary failure, so this port has no listener.
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
  exercised = await exerciseSecrets(world, EMAIL);
  exercised.secrets.set('OIDC client secret', clientSecret).set('server key', serverKey);
  exercised.secrets.set('administrator’s one-time password', world.server.administrator?.password ?? '');
}, 60_000);
afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  rmSync(settings, { recursive: true, force: true });
});

/** Returns a public value that the search must find, which proves that the search covers the right data. */
const control = () => new Map([['e-mail', EMAIL]]);

test('uses every kind of secret, none of them empty', () => {
  expect([...exercised.secrets].filter(([, secret]) => secret.length < 8)).toEqual([]);
  expect(exercised.secrets.size).toBeGreaterThanOrEqual(30);
});

test('enters a secret in every field that the contract marks as one', () => {
  const values = new Set<unknown>(exercised.secrets.values());
  const missing = listRequestFields()
    .filter(({ isSecret }) => isSecret)
    .filter(
      ({ operation, path }) =>
        !exercised.bodies.some(
          (sent) =>
            sent.operation === operation && listValues(sent.body, path).some((each) => values.has(each)),
        ),
    );
  expect(missing.map(formatField)).toEqual([]);
});

test('marks every text in requests with the name of a secret', () => {
  const named = listRequestFields().filter(({ path }) => SECRET_NAME.test(path.at(-1) ?? ''));
  expect(named.length).toBeGreaterThanOrEqual(40);
  const unmarked = named.filter(({ isSecret }) => !isSecret).map(formatField);
  expect(unmarked.filter((field) => !PUBLIC_FIELDS.some((end) => field.endsWith(end)))).toEqual([]);
});

test('finds a secret as text, hexadecimal and Base64', () => {
  const secret = createMarker();
  const text = `x${secret}`;
  for (const form of [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64')])
    expect(findSecrets([{ name: 'p', bytes: Buffer.from(form) }], new Map([['s', secret]]))).toEqual([
      's in p',
    ]);
  expect(listEncodings(secret).every((form) => form.length >= 24)).toBe(true);
});

test('stores no secret in any table, including the audit', async () => {
  const rows = await listTableRows(world.services.db);
  expect(rows.map(({ name }) => name)).toContain('table audit');
  expect(findSecrets(rows, control())).toContain('e-mail in table audit');
  expect(findSecrets(rows, exercised.secrets)).toEqual([]);
});

test(
  'stores no secret in files of the database: data, write-ahead log, server log',
  { tags: ['proof'], timeout: 60_000 },
  async (context) => {
    const files = await listClusterFiles(world.services.db);
    if (!files) return context.skip('the files of the cluster are not readable');
    const data = [...files];
    expect(findSecrets(data, control()).some((hit) => hit.includes('pg_wal'))).toBe(true);
    expect(findSecrets(data, control()).some((hit) => hit.includes('base/'))).toBe(true);
    expect(findSecrets(data, exercised.secrets)).toEqual([]);
  },
);

test('stores no secret in the data directory, except codes in the outbox', () => {
  const outbox = [...listFilesBelow(world.dataDirectory)].filter(({ name }) => name.startsWith('outbox'));
  expect(findSecrets(outbox, exercised.secrets).every((hit) => hit.startsWith('code of '))).toBe(true);
  expect(findSecrets(listFilesBelow(world.dataDirectory, ['outbox']), exercised.secrets)).toEqual([]);
});

test('logs no secret at debug level', () => {
  expect(findSecrets([{ name: 'log', bytes: Buffer.from(log) }], exercised.secrets)).toEqual([]);
});

test('returns only secrets that are shown once, and revealed passwords as ciphertext', () => {
  expect(exercised.answers.length).toBeGreaterThanOrEqual(25);
  expect(findSecrets(exercised.answers, control()).length).toBeGreaterThan(0);
  const hits = findSecrets(exercised.answers, exercised.secrets);
  expect(hits.filter((hit) => !isAllowed(hit))).toEqual([]);
  for (const [, answer] of SHOWN_ONCE)
    expect(
      hits.some((hit) => hit.includes(answer)),
      answer,
    ).toBe(true);
  const revealed = exercised.answers.filter(({ name }) => name.includes('device-password/reveal'));
  expect(revealed.map(({ bytes }) => /"ciphertext":"[0-9a-f]+"/.test(bytes.toString('utf8')))).toEqual([
    true,
  ]);
});

test('audits the account that revealed the password', async () => {
  const rows = await world.services.db
    .selectFrom('audit')
    .select(['action', 'actor'])
    .where('action', 'like', '%reveal%')
    .execute();
  expect(rows).toMatchObject([{ actor: EMAIL }]);
});
