import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, SteppedClock, SystemEntropy } from '@northlight/runtime';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { StartupError } from '../startup-error.ts';
import { createAuthority, createServerCertificate } from './issue.ts';
import { readKeyPair } from './pem.ts';
import { getDeviceHost } from './server-certificate.ts';
import { ServerTls } from './server-tls.ts';

const entropy = new SystemEntropy();
const log = pino({ level: 'silent' });
let directory: string;
let clock: SteppedClock;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'nl-tls-'));
  clock = new SteppedClock();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const load = (env: Record<string, string> = {}) =>
  ServerTls.load(readConfig({ NORTHLIGHT_DATA: directory, ...env }), clock, entropy, log);
const inTls = (name: string): string => join(directory, 'tls', name);
const readCertificateNames = ({ material }: ServerTls) =>
  new X509Certificate(material.certificate).subjectAltName?.replaceAll(/DNS:|IP Address:/g, '').split(', ');

/** Writes a pair of files and returns the settings that name them. */
async function given(
  prefix: 'CA' | 'TLS',
  validity = { notBefore: clock.now(), notAfter: clock.now() + DAY_MS },
) {
  const authority = await createAuthority('A test', validity, entropy);
  const certificate = join(directory, `${prefix}.pem`);
  const key = join(directory, `${prefix}.key`);
  writeFileSync(certificate, authority.certificatePem);
  writeFileSync(key, authority.keyPem);
  if (prefix === 'TLS') {
    const leaf = await createServerCertificate(
      readKeyPair({ certificate, key }, { certificate, key }),
      ['cloud.example.com'],
      validity,
      entropy,
    );
    writeFileSync(certificate, leaf.certificatePem);
    writeFileSync(key, leaf.keyPem);
  }
  return { [`NORTHLIGHT_${prefix}_CERT`]: certificate, [`NORTHLIGHT_${prefix}_KEY`]: key };
}

test('creates the authority once, readable by its user only, and keeps it over restarts', async () => {
  await using first = await load();
  expect(statSync(inTls('')).mode & 0o777).toBe(0o700);
  for (const name of ['authority.key', 'server.key']) expect(statSync(inTls(name)).mode & 0o777).toBe(0o600);
  await using second = await load();
  expect(second.material).toEqual(first.material);
  const { certificate, authority } = first.material;
  const [server, root] = [new X509Certificate(certificate), new X509Certificate(authority)];
  expect([root.ca, server.ca, server.checkIssued(root), server.verify(root.publicKey)]).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect([server.publicKey.asymmetricKeyDetails, root.publicKey.asymmetricKeyDetails]).toEqual([
    { namedCurve: 'prime256v1' },
    { namedCurve: 'prime256v1' },
  ]);
});

test('does not replace an authority whose key is missing', async () => {
  await (await load())[Symbol.asyncDispose]();
  rmSync(inTls('authority.key'));
  await expect(load()).rejects.toThrow(StartupError);
});

test('issues a certificate for all server names, and a new certificate when the names change', async () => {
  await using first = await load();
  expect(readCertificateNames(first)).toEqual(['localhost', '127.0.0.1', '0:0:0:0:0:0:0:1']);
  const env = {
    NORTHLIGHT_PUBLIC_URL: 'https://cloud.example.com:8080/',
    NORTHLIGHT_DEVICE_NAMES: 'Devices.example.com, 203.0.113.1,2001:db8::5',
  };
  await using more = await load(env);
  expect(readCertificateNames(more)).toEqual([
    'localhost',
    '127.0.0.1',
    '0:0:0:0:0:0:0:1',
    'cloud.example.com',
    'devices.example.com',
    '203.0.113.1',
    '2001:DB8:0:0:0:0:0:5',
  ]);
  await using same = await load(env);
  expect(same.material).toEqual(more.material);
  await using fewer = await load();
  expect(readCertificateNames(fewer)).toHaveLength(3);
});

test('chooses the first device name, the public host or 127.0.0.1 as device host', () => {
  const of = (env: Record<string, string>) => getDeviceHost(readConfig(env));
  const publicUrl = { NORTHLIGHT_PUBLIC_URL: 'https://[2001:db8::1]:444' };
  expect(of({ ...publicUrl, NORTHLIGHT_DEVICE_NAMES: 'a.example,b.example' })).toBe('a.example');
  expect(of(publicUrl)).toBe('2001:db8::1');
  expect(of({})).toBe('127.0.0.1');
});

test('renews the certificate of a running server after two thirds of its lifetime, and notifies listeners', async () => {
  await using tls = await load();
  const before = new X509Certificate(tls.material.certificate);
  const life = before.validToDate.getTime() - before.validFromDate.getTime();
  let changes = 0;
  tls.onChange(() => changes++);
  await clock.advance((life * 2) / 3 - 3 * DAY_MS);
  expect([changes, tls.material.certificate]).toEqual([0, readFileSync(inTls('server.pem'), 'utf8')]);
  await clock.advance(4 * DAY_MS);
  await expect.poll(() => changes).toBe(1);
  const after = new X509Certificate(tls.material.certificate);
  expect(after.validToDate.getTime()).toBeGreaterThan(before.validToDate.getTime());
  expect(
    after.checkPrivateKey(
      readKeyPair(
        { certificate: inTls('server.pem'), key: inTls('server.key') },
        { certificate: '', key: '' },
      ).key,
    ),
  ).toBe(true);
});

test('replaces an inconsistent pair of files', async () => {
  await (await load())[Symbol.asyncDispose]();
  writeFileSync(inTls('server.key'), readFileSync(inTls('authority.key')));
  await using tls = await load();
  expect(readFileSync(inTls('server.key'), 'utf8')).toBe(tls.material.key);
});

describe('files configured by the operator', () => {
  test('uses a configured authority and creates none', async () => {
    await using tls = await load(await given('CA'));
    expect(new X509Certificate(tls.material.authority).subject).toBe('CN=A test');
    expect(new X509Certificate(tls.material.certificate).issuer).toBe('CN=A test');
    expect(() => statSync(inTls('authority.key'))).toThrow('ENOENT');
  });

  test('uses a configured certificate for the console and devices', async () => {
    await using tls = await load(await given('TLS'));
    expect(tls.console?.certificate).toBe(tls.material.certificate);
    expect(readCertificateNames(tls)).toEqual(['cloud.example.com']);
    await using own = await load();
    expect(own.console).toBeUndefined();
  });

  const past = { notBefore: Date.UTC(2020, 0, 1), notAfter: Date.UTC(2021, 0, 1) };
  const future = { notBefore: Date.UTC(2030, 0, 1), notAfter: Date.UTC(2031, 0, 1) };
  test.each<[string, () => Promise<Record<string, string>>, RegExp]>([
    ['expired', () => given('CA', past), /^NORTHLIGHT_CA_CERT expired at 2021-01-01/],
    ['expired', () => given('TLS', past), /^NORTHLIGHT_TLS_CERT expired/],
    ['not yet valid', () => given('TLS', future), /^NORTHLIGHT_TLS_CERT is not valid before 2030/],
    [
      'of two pairs',
      async () => ({
        ...(await given('TLS')),
        NORTHLIGHT_TLS_KEY: (await given('CA'))['NORTHLIGHT_CA_KEY'] ?? '',
      }),
      /^NORTHLIGHT_TLS_KEY is not the key of the certificate in NORTHLIGHT_TLS_CERT/,
    ],
    [
      'not of an authority',
      async () => {
        const { NORTHLIGHT_TLS_CERT: cert = '', NORTHLIGHT_TLS_KEY: key = '' } = await given('TLS');
        return { NORTHLIGHT_CA_CERT: cert, NORTHLIGHT_CA_KEY: key };
      },
      /^NORTHLIGHT_CA_CERT is not a certificate of an authority/,
    ],
    [
      'not there',
      async () => ({ ...(await given('TLS')), NORTHLIGHT_TLS_KEY: join(directory, 'nothing') }),
      /^NORTHLIGHT_TLS_KEY: .*nothing cannot be read/,
    ],
    [
      'no PEM',
      async () => {
        const env = await given('TLS');
        writeFileSync(env['NORTHLIGHT_TLS_CERT'] ?? '', 'no certificate');
        return env;
      },
      /^NORTHLIGHT_TLS_CERT is not a certificate in PEM/,
    ],
  ])('stops the start with one sentence for files that are %s', async (_title, files, sentence) => {
    await expect(files().then(load)).rejects.toThrow(
      expect.objectContaining({ name: 'StartupError', message: expect.stringMatching(sentence) }) as Error,
    );
  });

  test.each<[Record<string, string>, RegExp]>([
    [{ NORTHLIGHT_TLS_CERT: 'a' }, /NORTHLIGHT_TLS_KEY/],
    [{ NORTHLIGHT_CA_KEY: 'a' }, /NORTHLIGHT_CA_CERT/],
    [{ NORTHLIGHT_DEVICE_NAMES: 'good.example,ba d' }, /ba d is neither/],
    [{ NORTHLIGHT_DEVICE_NAMES: 'https://cloud.example' }, /https:\/\/cloud.example is neither/],
    [{ NORTHLIGHT_MQTTS_PORT: '70000' }, /NORTHLIGHT_MQTTS_PORT=70000/],
    [
      { NORTHLIGHT_HOST: '0.0.0.0' },
      /NORTHLIGHT_TLS_CERT and NORTHLIGHT_TLS_KEY, or set NORTHLIGHT_TRUSTED_PROXY/,
    ],
  ])('rejects invalid settings: %j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence);
  });

  test('allows other hosts than loopback with a certificate or behind a proxy', async () => {
    const files = await given('TLS');
    expect(readConfig({ NORTHLIGHT_HOST: '0.0.0.0', ...files }).host).toBe('0.0.0.0');
    expect(readConfig({ NORTHLIGHT_HOST: '::', NORTHLIGHT_TRUSTED_PROXY: '10.0.0.1' }).host).toBe('::');
  });
});
