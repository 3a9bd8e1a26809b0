import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '@northlight/agent';
import { firmware } from '@northlight/contract';
import { encodeFirmwareHead } from '@northlight/contract/device-protocol';
import { startDevEnv } from '@northlight/dev-env';
import { registerBaseDevices } from '@northlight/server';
import { createProject, pollUntil } from '@northlight/server/testing';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { listMissingForLab, startLab } from './index.ts';
import { INTERNET_ADDRESS } from './lab-network.ts';
import { signUp } from './testing/console.ts';

const missing = await listMissingForLab({ tests: true });
if (missing.length > 0) process.stderr.write(`The lab tests are skipped. ${missing.join(' ')}\n`);

const PASSWORD = 'Str0ng!Device';
const BUNDLE = 'northlight-agent.mjs';
const maker = generateKeyPairSync('ed25519');
let open: AsyncDisposableStack;
beforeEach(() => {
  open = new AsyncDisposableStack();
});
afterEach(() => open.disposeAsync());

function upgradeFile(version: string, image: Buffer): Buffer {
  const sha256 = hash('sha256', image, 'hex');
  const head = encodeFirmwareHead({ v: 1, models: ['NL-LGW'], version, sizeBytes: image.length, sha256 });
  return Buffer.concat([head, sign(null, head, maker.privateKey), image]);
}

async function bundled(directory: string, version: string): Promise<Buffer> {
  const place = join(directory, version);
  await runProgram([process.execPath, 'scripts/bootstrap.js', 'agent:bundle', place, version]);
  return readFile(join(place, BUNDLE));
}

/** Returns a gateway in its own project that runs version 0.1.0 and trusts the manufacturer's key. */
async function build() {
  const directory = await mkdtemp(join(tmpdir(), 'nlf-'));
  open.defer(() => rm(directory, { recursive: true, force: true }));
  await bundled(directory, '0.1.0');
  const keyFile = join(directory, 'maker.pem');
  await writeFile(keyFile, maker.publicKey.export({ type: 'spki', format: 'pem' }));
  const env = open.use(
    await startDevEnv({
      databaseUrl: inject('databaseUrl'),
      firmwareKey: maker.publicKey,
      env: { NORTHLIGHT_DEVICE_NAMES: INTERNET_ADDRESS },
    }),
  );
  const { services } = env.server.context;
  const lab = open.use(
    await startLab({
      mqttPort: env.mqttsPort,
      httpsPort: env.deviceHttpsPort,
      tls: { caFile: env.authorityFile },
      register: async (rows) => void (await registerBaseDevices(services.db, rows, services.clock.now())),
      prefix: 'nlf-',
      agentFile: join(directory, '0.1.0', BUNDLE),
      firmwareKeys: [keyFile],
    }),
  );
  const browser = await signUp(
    env.address,
    (account) =>
      /\d{6}/.exec(services.mailer.outbox?.list().find((mail) => mail.to === account)?.subject ?? '')?.[0] ??
      '',
  );
  const { id: projectId } = await createProject(browser);
  const params = { projectId };
  const { claimCode, sn } = lab;
  const { id: deviceId } = await browser.call('deviceAdd', { params, body: { sn, claimCode } });
  const look = () => browser.call('deviceGet', { params: { projectId, deviceId } });
  await pollUntil(async () => (await look()).state === 1, 30_000);
  const upgrade = async (version: string, image: Buffer) => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(upgradeFile(version, image))]), 'gateway.bin');
    const stored = await browser.fetch(`/api/v1/projects/${projectId}/firmware`, { method: 'POST', body });
    const { id: firmwareId } = firmware.parse(await stored.json());
    const job = await browser.call('deviceUpgrade', { params, body: { deviceIds: [deviceId], firmwareId } });
    return pollUntil(async () => {
      const now = await browser.call('jobGet', { params: { projectId, jobId: job.id } });
      return now.state !== 'running' && now;
    }, 60_000);
  };
  return { browser, deviceId, directory, lab, look, params, projectId, upgrade };
}

test.skipIf(missing.length > 0)(
  'installs signed software, and restores the previous version when the new one does not start',
  async () => {
    const { directory, lab, look, upgrade } = await build();
    expect(await look()).toMatchObject({ softwareVersion: '0.1.0' });
    expect(await upgrade('0.2.0', await bundled(directory, '0.2.0'))).toMatchObject({ state: 'done' });
    expect(await look()).toMatchObject({ softwareVersion: '0.2.0' });
    const dead = await upgrade('0.3.0', Buffer.from('process.exit(1);\n'));
    expect(dead).toMatchObject({ rows: [{ state: 'failed' }] });
    expect(await look()).toMatchObject({ softwareVersion: '0.2.0' });
    console.log(`the job of the dead image: ${dead.rows[0]?.detail ?? ''}; ${lab.agent.starts} starts`);
  },
);

test.skipIf(missing.length > 0)(
  'opens the local page through the tunnel, and switches to local management and back to cloud management',
  async () => {
    const { browser, deviceId, look, projectId } = await build();
    const lease = await browser.call('tunnelOpen', { params: { projectId, deviceId } });
    const { enterUrl } = await pollUntil(async () => {
      const now = await browser.call('tunnelGet', { params: { projectId, tunnelId: lease.id } });
      return now.enterUrl !== undefined && { enterUrl: now.enterUrl };
    }, 20_000);
    const entered = await visit(enterUrl);
    const cookie = entered.cookie.split(';')[0] ?? '';
    const origin = new URL(enterUrl).origin;
    const call = async (method: string, path: string, body?: object, session = '') => {
      const headers = { cookie, 'content-type': 'application/json', 'x-device-session': session };
      return visit(`${origin}${path}`, method, headers, body && JSON.stringify(body));
    };
    expect((await call('GET', '/')).text).toContain('<h1');
    // Waits for the password, which the server pushes in a separate configuration.
    const token = await pollUntil(async () => {
      const { status, text } = await call('POST', '/api/session', { password: PASSWORD });
      return status === 200 && String((JSON.parse(text) as { token: unknown }).token);
    }, 20_000);
    expect((await call('POST', '/api/restart', {}, token)).status).toBe(409);
    expect((await call('PUT', '/api/management', { managed: 'local' }, token)).status).toBe(200);
    await pollUntil(async () => (await look()).managed === 'local', 15_000);
    const refused = await browser.refused('deviceRestart', {
      params: { projectId },
      body: { deviceIds: [deviceId] },
    });
    expect(refused.body).toMatchObject({ code: 133 });
    expect((await call('PUT', '/api/management', { managed: 'cloud' }, token)).status).toBe(200);
    await pollUntil(async () => (await look()).managed === 'cloud', 15_000);
  },
);

interface Visited {
  readonly status: number;
  readonly text: string;
  readonly cookie: string;
}

/** Requests a page at the host name of a lease on loopback, without following redirects. */
function visit(
  url: string,
  method = 'GET',
  headers: Record<string, string> = {},
  body?: string,
): Promise<Visited> {
  const { host, pathname, port, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path: pathname + search,
      method,
      headers: { host, ...headers },
    };
    const asked = request(options, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          text: Buffer.concat(parts).toString(),
          cookie: answer.headers['set-cookie']?.[0] ?? '',
        }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
