import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  X509Certificate,
} from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import {
  DeviceLink,
  FACTORY,
  checkConfig,
  createMemoryStore,
  createMqttConnector,
  createKeyAndRequest,
  SILENT_LOG,
} from '@northlight/agent';
import { findCapabilities } from '@northlight/contract';
import { deviceAnswer, topics } from '@northlight/contract/device-protocol';
import { DAY_MS, SteppedClock, SystemEntropy } from '@northlight/runtime';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createAuthority, createClientCertificate, type Signer } from '../platform/tls/issue.ts';
import { readKeyPair } from '../platform/tls/pem.ts';
import {
  buildBirth,
  createProject,
  pollUntil,
  RawDevice,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';
import type { BaseDevice } from './base-devices.ts';

const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';
const entropy = new SystemEntropy();
let world: TestServer;
let owner: TestBrowser;
let ca: string;
let authority: Signer;
beforeAll(async () => {
  // Uses the machine's clock, because the TLS client reads it.
  world = await startTestServer(inject('databaseUrl'), { clock: new SteppedClock(Date.now()) });
  owner = await world.signedUp();
  const file = (name: string): string => join(world.dataDirectory, 'tls', name);
  ca = readFileSync(file('authority.pem'), 'utf8');
  const files = { certificate: file('authority.pem'), key: file('authority.key') };
  authority = readKeyPair(files, files);
});
afterAll(() => world[Symbol.asyncDispose]());

const port = (): number => world.server.gateway.mqtt.tlsPort ?? 0;
const refusals = () => world.server.gateway.mqtt.refusals;

interface KeyAndCertificate {
  readonly cert: string;
  readonly key: string;
}

async function claimDevice() {
  const { id: projectId } = await createProject(owner);
  const [base] = (await world.register({ model: 'NL-AP6C' })) as [BaseDevice];
  const { sn, claimCode } = base;
  await owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
  const credential = await RawDevice.provision(world.mqttPort, base);
  return { projectId, base, ...credential };
}

/** Connects over TLS under an id, without a password unless one is given. */
const connect = (id: string, tls: Partial<KeyAndCertificate> = {}, password = '') =>
  RawDevice.connect(port(), id, id, password, undefined, { ca, ...tls });

const tryToConnect = (id: string, tls: Partial<KeyAndCertificate> = {}, password = '') =>
  connect(id, tls, password).then(
    async (device) => {
      await device[Symbol.asyncDispose]();
      return 'accepted';
    },
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'ended'),
  );

async function ask(device: RawDevice, id: string, rid: string, csr: string) {
  await device.client.subscribeAsync(topics.downAll(id), { qos: 1 });
  await device.publish(topics.upRequest(id, rid), { kind: 'certificate', csr });
  return deviceAnswer.parse((await device.next()).payload);
}

/** Requests a certificate through the device protocol. */
async function issueCertificate(id: string, token: string): Promise<KeyAndCertificate> {
  const { csr, key } = createKeyAndRequest(id);
  await using device = await connect(id, {}, token);
  const answer = await ask(device, id, 'c', csr);
  if (answer.kind !== 'certificate') throw new Error(JSON.stringify(answer));
  return { cert: answer.certificate, key };
}

/** Makes a certificate that the cloud has not issued. */
async function forgeCertificate(
  commonName: string,
  values: { signer?: Signer; validity?: { notBefore: number; notAfter: number } } = {},
): Promise<KeyAndCertificate> {
  const { csr: csrPem, key } = createKeyAndRequest(commonName);
  const { signer = authority, validity = { notBefore: Date.now() - DAY_MS, notAfter: Date.now() + DAY_MS } } =
    values;
  const cert = await createClientCertificate(signer, { csrPem, commonName }, validity, entropy);
  return { cert: cert ?? '', key };
}

async function foreignAuthority(): Promise<Signer> {
  const validity = { notBefore: Date.now() - DAY_MS, notAfter: Date.now() + DAY_MS };
  const { certificatePem, keyPem } = await createAuthority('Northlight device authority', validity, entropy);
  return { certificate: new X509Certificate(certificatePem), key: createPrivateKey(keyPem) };
}

test('accepts a token, then a certificate for the device’s own key without a password', async () => {
  const { id, token } = await claimDevice();
  const { csr, key } = createKeyAndRequest('ignored');
  await using first = await connect(id, {}, token);
  const answer = await ask(first, id, 'c', csr);
  if (answer.kind !== 'certificate') throw new Error(JSON.stringify(answer));
  const certificate = new X509Certificate(answer.certificate);
  expect({
    subject: certificate.subject,
    usage: certificate.keyUsage,
    ca: certificate.ca,
    ours: certificate.verify(authority.certificate.publicKey),
    sameKey: certificate.publicKey.equals(createPublicKey(key)),
    days: Math.round((certificate.validToDate.getTime() - world.clock.now()) / DAY_MS),
    announced: [answer.authority, answer.notAfter],
  }).toEqual({
    subject: `CN=${id}`,
    usage: [CLIENT_AUTHENTICATION],
    ca: false,
    ours: true,
    sameKey: true,
    days: 90,
    announced: [ca, certificate.validToDate.getTime()],
  });
  await using second = await connect(id, { cert: answer.certificate, key });
  expect(second.client.connected).toBe(true);
  // Waits until the server closes the first connection, because a device can have only one.
  await pollUntil(() => !first.client.connected);
});

test('replaces the earlier certificate when the new certificate is used, not when it is issued', async () => {
  const { id, token } = await claimDevice();
  const first = await issueCertificate(id, token);
  expect(await tryToConnect(id, first)).toBe('accepted');
  const second = await issueCertificate(id, token);
  expect(await tryToConnect(id, first)).toBe('accepted');
  expect(await tryToConnect(id, second)).toBe('accepted');
  expect(await tryToConnect(id, first)).toBe('4');
});

describe('the TLS listener for devices', () => {
  let honest: RawDevice;
  let id: string;
  beforeAll(async () => {
    const device = await claimDevice();
    ({ id } = device);
    honest = await connect(id, await issueCertificate(id, device.token));
    await honest.client.subscribeAsync(topics.downAll(id), { qos: 1 });
  });
  afterAll(() => honest[Symbol.asyncDispose]());

  const past = { notBefore: Date.now() - 2 * DAY_MS, notAfter: Date.now() - DAY_MS };
  const future = { notBefore: Date.now() + DAY_MS, notAfter: Date.now() + 2 * DAY_MS };
  test.each<[string, () => Promise<KeyAndCertificate>]>([
    ['that has expired', () => forgeCertificate(id, { validity: past })],
    ['that is not valid yet', () => forgeCertificate(id, { validity: future })],
    [
      'of a foreign authority of the same name',
      async () => forgeCertificate(id, { signer: await foreignAuthority() }),
    ],
    ['without a device’s name', () => forgeCertificate('cloud')],
  ])('rejects a certificate %s in the handshake, before MQTT', async (_title, make) => {
    const before = { ...refusals() };
    const tls = await make();
    // The server closes the connection without a CONNACK, so the client reports no return code.
    for (let tries = 0; tries < 3; tries++) expect(await tryToConnect(id, tls)).not.toMatch(/accepted|^\d$/);
    expect(refusals()).toEqual({ ...before, certificate: before.certificate + 3 });
    await honest.publish(topics.upRequest(id, 'still'), { kind: 'time' });
    expect((await honest.next()).payload).toEqual({ kind: 'time', now: world.clock.now() });
  });

  test.each<[string, () => Promise<string>]>([
    ['another device’s certificate', async () => tryToConnect(id, await otherCertificate())],
    [
      'another device’s certificate and its own token',
      async () => tryToConnect(id, await otherCertificate(), 'x'),
    ],
    [
      'a certificate of the server’s authority that was never issued',
      async () => tryToConnect(id, await forgeCertificate(id)),
    ],
    ['no certificate and no token', () => tryToConnect(id)],
  ])('refuses %s', async (_title, attempt) => {
    const { authentication } = refusals();
    expect(await attempt()).toBe('4');
    expect([refusals().authentication, honest.client.connected]).toEqual([authentication + 1, true]);
  });

  async function otherCertificate(): Promise<KeyAndCertificate> {
    const other = await claimDevice();
    return issueCertificate(other.id, other.token);
  }
});

test('revokes a certificate on a new hello and on removal, also on an open connection', async () => {
  const { base, id, projectId, token } = await claimDevice();
  const old = await issueCertificate(id, token);
  expect(await tryToConnect(id, old)).toBe('accepted');
  const again = await RawDevice.provision(world.mqttPort, base);
  expect(await tryToConnect(id, old)).toBe('4');
  const tls = await issueCertificate(id, again.token);
  await using device = await connect(id, tls);
  await owner.call('deviceRemove', { params: { projectId, deviceId: id } });
  await pollUntil(() => !device.client.connected);
  expect(await tryToConnect(id, tls)).toBe('4');
});

test('rejects a certificate that has expired by the cloud’s clock', async () => {
  const { id } = await claimDevice();
  const validity = { notBefore: world.clock.now() - DAY_MS, notAfter: world.clock.now() + 60_000 };
  const tls = await forgeCertificate(id, { validity });
  expect(await tryToConnect(id, tls)).toBe('4');
  await world.clock.advance(61_000);
  expect(await tryToConnect(id, tls)).not.toMatch(/accepted|^\d$/);
});

describe('certificate requests', () => {
  const { csr } = createKeyAndRequest('a');
  const lines = csr.split('\n');
  const tampered = [...lines.slice(0, 2), lines[2]?.replace(/^.{8}/, 'AAAAAAAA'), ...lines.slice(3)].join(
    '\n',
  );
  test.each([
    ['text that is no request', 'hello'],
    [
      'a key',
      generateKeyPairSync('ec', { namedCurve: 'P-256' })
        .publicKey.export({ format: 'pem', type: 'spki' })
        .toString(),
    ],
    ['a request with an invalid signature', tampered],
  ])('refuses %s with an answer', async (_title, request) => {
    const { id, token } = await claimDevice();
    await using device = await connect(id, {}, token);
    expect(await ask(device, id, 'c', request)).toMatchObject({ kind: 'refused', code: 400 });
  });

  test('answers six requests an hour, and again in the next hour', async () => {
    const { id, token } = await claimDevice();
    await using device = await connect(id, {}, token);
    const kinds: string[] = [];
    for (let count = 0; count < 7; count++) kinds.push((await ask(device, id, `c${count}`, csr)).kind);
    expect(kinds).toEqual([...Array<string>(6).fill('certificate'), 'refused']);
    await world.clock.advance(3_600_000);
    await using later = await connect(id, {}, token);
    expect(await ask(later, id, 'd', csr)).toMatchObject({ kind: 'certificate' });
  });

  test('refuses a request on a connection whose token has been replaced', async () => {
    const { base, id, token } = await claimDevice();
    await using device = await connect(id, {}, token);
    const { csr: request } = createKeyAndRequest(id);
    // The server does not notify this connection that another server has replaced the token.
    await world.services.plane.store.issueCredential(base.sn, 'another');
    expect(await ask(device, id, 'c', request)).toMatchObject({ kind: 'refused', code: 3 });
  });
});

test('ends the connection on a frame over the size limit, also over TLS', async () => {
  const socket = connectTls({ host: '127.0.0.1', port: port(), ca });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  const closed = once(socket, 'close');
  // Sends the header of a PUBLISH of 256 MB.
  socket.write(Buffer.of(0x30, 0xff, 0xff, 0xff, 0x7f));
  await closed;
});

test('connects the agent by token and then by certificate, and renews a certificate at two thirds of its lifetime', async () => {
  const { base, id, token } = await claimDevice();
  const caps = findCapabilities(base.model);
  if (!caps) throw new Error('no such model');
  const store = createMemoryStore({ ...FACTORY, credential: { id, token, epoch: 1 } });
  const link = new DeviceLink({
    sn: base.sn,
    connect: createMqttConnector({ host: '127.0.0.1', port: port(), tls: { ca } }),
    newKey: createKeyAndRequest,
    driver: {
      describe: () => {
        const { hw, mac, model, sn, sw } = buildBirth(base);
        return { model, sn, mac, sw, hw, caps, uptimeSeconds: 1, managed: 'cloud', nets: {} };
      },
      apply: (config) => Promise.resolve(checkConfig(config, caps)),
      restore: () => Promise.resolve(),
      command: () => Promise.resolve(),
      wentOnline: () => undefined,
      wentOffline: () => undefined,
    },
    store,
    clock: world.clock,
    entropy,
    log: SILENT_LOG,
  });
  const savedCertificate = async () => (await store.load())?.certificate;
  await link.boot();
  await pollUntil(async () => (await savedCertificate()) !== undefined);
  const first = await savedCertificate();
  expect(link.state.usingCertificate).toBe(false);
  link.cutPower();
  await link.boot();
  await pollUntil(() => link.online);
  expect(link.state.usingCertificate).toBe(true);
  link.cutPower();
  if (!first) throw new Error('There is no certificate.');
  // The certificate is 61 days old, more than two thirds of its 90 days.
  const aged = { ...first, issuedAt: first.issuedAt - 61 * DAY_MS, notAfter: first.notAfter - 61 * DAY_MS };
  await store.save({ ...link.state.saved, certificate: aged });
  await link.boot();
  await pollUntil(async () => (await savedCertificate())?.certificate !== first.certificate);
  link.cutPower();
  await link.boot();
  await pollUntil(() => link.online);
  const { certificate } = (await world.services.plane.store.readCredential(id)) ?? {};
  expect(certificate).toBe(
    createHash('sha256')
      .update(new X509Certificate((await savedCertificate())?.certificate ?? '').raw)
      .digest('hex'),
  );
  await link.stop();
});

test('accepts no connection over TLS 1.1 or from a device that trusts another authority', async () => {
  const { id, token } = await claimDevice();
  const { certificate } = await foreignAuthority();
  const strict = { ca: certificate.toString() };
  await expect(RawDevice.connect(port(), id, id, token, undefined, strict)).rejects.toThrow();
  const old = { ca, maxVersion: 'TLSv1.1' as const, minVersion: 'TLSv1' as const };
  await expect(RawDevice.connect(port(), id, id, token, undefined, old)).rejects.toThrow();
  expect(await tryToConnect(id, {}, token)).toBe('accepted');
});
