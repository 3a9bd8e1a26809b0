import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDevEnv } from '@northlight/dev-env';
import { SeededEntropy } from '@northlight/runtime';
import { registerBaseDevices } from '@northlight/server';
import { createProject, pollUntil, TestBrowser } from '@northlight/server/testing';
import { afterEach, expect, inject, test } from 'vitest';
import { type Lab, listMissingForLab, startLab } from './index.ts';
import { INTERNET_ADDRESS } from './lab-network.ts';

const TIMEOUT = 180_000;
const FETCH = fileURLToPath(new URL('./testing/fetch-file.ts', import.meta.url));
const missing = await listMissingForLab({ tests: true });
if (missing.length > 0) console.error(`skipped: ${missing.join(' ')}`);

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]();
});

async function signUp(address: string, codeOf: (account: string) => string): Promise<TestBrowser> {
  const browser = new TestBrowser(address);
  const account = 'installer@example.com';
  const { flowId } = await browser.call('codeRequest', { body: { purpose: 'sign-up', account } });
  const body = {
    flowId,
    account,
    code: codeOf(account),
    password: 'correct horse battery',
    nickname: 'Installer',
  };
  await browser.call('signUp', { body });
  return browser;
}

async function waitForJob(browser: TestBrowser, projectId: number, jobId: string) {
  return pollUntil(async () => {
    const job = await browser.call('jobGet', { params: { projectId, jobId } });
    return job.state !== 'running' && job;
  }, 90_000);
}

async function build() {
  const env = await startDevEnv({
    databaseUrl: inject('databaseUrl'),
    env: { NORTHLIGHT_DEVICE_NAMES: INTERNET_ADDRESS },
  });
  open.push(env);
  const { services } = env.server.context;
  const lab: Lab = await startLab({
    mqttPort: env.mqttsPort,
    httpsPort: env.deviceHttpsPort,
    tls: { caFile: env.authorityFile },
    register: async (rows) => void (await registerBaseDevices(services.db, rows, services.clock.now())),
  });
  open.push(lab);
  const readMailedCode = (account: string): string =>
    /\d{6}/.exec(services.mailer.outbox?.list().find((mail) => mail.to === account)?.subject ?? '')?.[0] ??
    '';
  const browser = await signUp(env.address, readMailedCode);
  const { id: projectId } = await createProject(browser);
  const { id } = await browser.call('deviceAdd', {
    params: { projectId },
    body: { sn: lab.sn, claimCode: lab.claimCode },
  });
  const look = () => browser.call('deviceGet', { params: { projectId, deviceId: id } });
  await pollUntil(async () => (await look()).state === 1, 30_000);
  return { env, lab, browser, projectId, id, look };
}

test.skipIf(missing.length > 0)(
  'lists a client that gets its address from a claimed and configured gateway',
  { timeout: TIMEOUT },
  async () => {
    const { lab, browser, projectId, look } = await build();
    expect(await look()).toMatchObject({ model: 'NL-LGW', waiting: false });
    const config = {
      vlans: [
        { id: 30, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: ['lan1'] },
        { id: 40, name: 'Office', ip: '192.168.40.1', prefix: 24, ports: ['lan2'] },
      ],
      dhcpPools: [
        {
          name: 'guests',
          vlanId: 30,
          start: '192.168.30.100',
          end: '192.168.30.150',
          dns: ['9.9.9.9'],
          leaseMinutes: 30,
        },
        {
          name: 'office',
          vlanId: 40,
          start: '192.168.40.100',
          end: '192.168.40.150',
          dns: [],
          leaseMinutes: 60,
        },
      ],
    };
    const { job } = await browser.call('networkConfigApply', {
      params: { projectId },
      body: { baseVersion: 0, config },
    });
    const done = await waitForJob(browser, projectId, job.id);
    expect(done).toMatchObject({ state: 'done', rows: [{ state: 'done' }] });

    const lease = await lab.client(1).lease();
    expect(lease).toMatchObject({ router: '192.168.30.1', dns: ['9.9.9.9'] });
    expect(lease.ip).toMatch(/^192\.168\.30\.1[0-5]\d$/);
    const shown = await pollUntil(async () => {
      const { items } = await browser.call('clientList', {
        params: { projectId },
        query: { online: 'true' },
      });
      return items.find((client) => client.ip === lease.ip);
    }, 30_000);
    expect(shown).toMatchObject({ vlan: 30, online: true });
    expect((await lab.client(2).lease()).ip).toMatch(/^192\.168\.40\.1[0-5]\d$/);
    const { items: alarms } = await browser.call('alarmList', { params: { projectId }, query: {} });
    expect(alarms.map(({ kind }) => kind)).not.toContain('identity-takeover');
  },
);

test.skipIf(missing.length > 0)(
  'completes a restart when the gateway has reconnected with its configuration',
  { timeout: TIMEOUT },
  async () => {
    const { env, lab, browser, projectId, id, look } = await build();
    const config = {
      vlans: [{ id: 30, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: ['lan1'] }],
      dhcpPools: [],
    };
    const applied = await browser.call('networkConfigApply', {
      params: { projectId },
      body: { baseVersion: 0, config },
    });
    await waitForJob(browser, projectId, applied.job.id);
    const { config: before } = await look();
    const job = await browser.call('deviceRestart', { params: { projectId }, body: { deviceIds: [id] } });
    expect(await waitForJob(browser, projectId, job.id)).toMatchObject({ state: 'done' });
    expect((await look()).config).toMatchObject({ reportedRev: before.reportedRev, status: 'applied' });
    // The gateway has reconnected with a certificate that it requested, and its key has never left the
    // gateway.
    const { db } = env.server.context.services;
    const { certificate } = await db
      .selectFrom('devices')
      .select('certificate')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(certificate).toMatch(/^[0-9a-f]{64}$/);
    expect((await stat(join(lab.stateDir, 'link.json'))).mode & 0o777).toBe(0o600);
  },
);

test.skipIf(missing.length > 0)(
  'downloads a file to the gateway from the address given to devices',
  { timeout: TIMEOUT },
  async () => {
    const { env, lab, id } = await build();
    const { db, deviceFiles, files } = env.server.context.services;
    const bytes = Buffer.from(new SeededEntropy(1).bytes(5_000_000));
    const { id: owner } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
    const kept = {
      owner: { accountId: owner },
      purpose: 'firmware',
      mediaType: 'application/octet-stream',
      bytes,
    };
    const fileId = await files.put(db, kept, () => Promise.resolve());
    const { url } = deviceFiles.urlFor({ deviceId: id, fileId, size: bytes.length });
    const file = join(lab.stateDir, 'firmware.bin');
    const options = {
      url,
      file,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    };
    await lab.network.gateway.exec(process.execPath, FETCH, env.authorityFile, JSON.stringify(options));
    expect((await readFile(file)).equals(bytes)).toBe(true);
  },
);
