import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectPlain } from 'node:net';
import { connect } from 'node:tls';
import { once } from 'node:events';
import { DAY_MS, SteppedClock, SystemEntropy } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/index.ts';
import { createAuthority, createServerCertificate } from '../tls/issue.ts';

let directory: string;
let world: TestServer;
let ca: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'nl-https-'));
  const entropy = new SystemEntropy();
  const validity = { notBefore: Date.now() - DAY_MS, notAfter: Date.now() + DAY_MS };
  const root = await createAuthority('A company', validity, entropy);
  ca = root.certificatePem;
  const signer = { certificate: new X509Certificate(ca), key: createPrivateKey(root.keyPem) };
  const leaf = await createServerCertificate(signer, ['localhost'], validity, entropy);
  const [certificate, key] = [join(directory, 'server.pem'), join(directory, 'server.key')];
  writeFileSync(certificate, leaf.certificatePem);
  writeFileSync(key, leaf.keyPem);
  world = await startTestServer(inject('databaseUrl'), {
    clock: new SteppedClock(Date.now()),
    env: { NORTHLIGHT_TLS_CERT: certificate, NORTHLIGHT_TLS_KEY: key, NORTHLIGHT_HOST: '0.0.0.0' },
  });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

const parsePort = (address: string): number => Number(new URL(address).port);

async function post(path: string, body: object): Promise<IncomingMessage> {
  const headers = { 'content-type': 'application/json' };
  const options = {
    method: 'POST',
    ca,
    headers,
    agent: false,
    host: 'localhost',
    port: parsePort(world.server.address),
  };
  return new Promise((resolve, reject) => {
    request({ ...options, path })
      .once('response', resolve)
      .once('error', reject)
      .end(JSON.stringify(body));
  });
}

test('serves the console by HTTPS beyond loopback with a configured certificate, and sets a __Host- cookie', async () => {
  expect(world.server.address).toMatch(/^https:\/\/0\.0\.0\.0:\d+$/);
  const { account = '', password = '' } = world.server.administrator ?? {};
  const answer = await post('/api/v1/session', { account, password });
  answer.resume();
  expect(answer.statusCode).toBe(201);
  expect(answer.headers['strict-transport-security']).toBeDefined();
  expect(answer.headers['set-cookie']?.[0]).toMatch(
    /^__Host-northlight=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax/,
  );
});

test('hides the outbox from other machines, whatever the Host header is', async () => {
  const options = {
    ca,
    agent: false,
    host: 'localhost',
    port: parsePort(world.server.address),
    path: '/dev/outbox',
  };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ ...options, headers: { host: 'localhost' } })
      .once('response', resolve)
      .once('error', reject)
      .end();
  });
  answer.resume();
  expect(answer.statusCode).toBe(404);
});

test('presents the same certificate to devices and keeps plain MQTT on loopback', async () => {
  const socket = connect({ host: 'localhost', port: world.server.gateway.mqtt.tlsPort ?? 0, ca });
  await once(socket, 'secureConnect');
  expect(socket.getPeerX509Certificate()?.issuer).toBe('CN=A company');
  socket.destroy();
  // Connects at 127.0.0.2, where only a listener on all addresses answers: all of 127.0.0.0/8 belongs to this
  // machine.
  const reached = async (port: number): Promise<boolean> => {
    const plain = connectPlain({ host: '127.0.0.2', port });
    const connected = await once(plain, 'connect').then(
      () => true,
      () => false,
    );
    plain.destroy();
    return connected;
  };
  const { deviceFiles, mqtt } = world.server.gateway;
  expect(await Promise.all([mqtt.port, mqtt.tlsPort ?? 0, deviceFiles.port].map(reached))).toEqual([
    false,
    true,
    true,
  ]);
});
