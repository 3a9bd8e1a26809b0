import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitUntilHealthy, createDataDirectory, listProcesses, startProduct } from './running-product.ts';

const TIMEOUT = 120_000;

function startOnce(env: NodeJS.ProcessEnv): { code: number | null; lines: string[] } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/bootstrap.js', 'start'], {
    env: {
      ...process.env,
      NORTHLIGHT_PORT: '0',
      NORTHLIGHT_MQTT_PORT: '0',
      NORTHLIGHT_MQTTS_PORT: '0',
      NORTHLIGHT_DEVICE_HTTPS_PORT: '0',
      NORTHLIGHT_UCENTRAL_PORT: '0',
      NORTHLIGHT_DEMO: 'off',
      DATABASE_URL: '',
      ...env,
    },
    encoding: 'utf8',
    timeout: TIMEOUT,
  });
  const lines = `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line !== '' && !/^(Starting|Building)/.test(line));
  return { code: status, lines };
}

test(
  'prints the one-time password of the administrator at the first start only, and ends all its processes within 5 s of SIGTERM',
  { timeout: TIMEOUT },
  async () => {
    const product = await startProduct();
    expect(product.output()).toMatch(/one-time password \w{16}/);
    const { code, ms } = await product.stop('SIGTERM');
    expect(code).toBe(0);
    expect(ms).toBeLessThan(5000);
    expect(listProcesses(product.dataDirectory)).toEqual([]);
    await using again = await startProduct({ dataDirectory: product.dataDirectory });
    expect(again.output()).not.toContain('one-time password');
    expect((await again.stop('SIGINT')).ms).toBeLessThan(5000);
    expect(listProcesses(product.dataDirectory)).toEqual([]);
  },
);

test(
  'refuses a second start on the same data directory, and prints one line',
  { timeout: TIMEOUT },
  async () => {
    await using product = await startProduct();
    const { code, lines } = startOnce({ NORTHLIGHT_DATA: product.dataDirectory });
    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toContain('already runs');
  },
);

test(
  'ends the server when the supervisor is killed, and adopts the running PostgreSQL at the next start',
  { timeout: TIMEOUT },
  async () => {
    const first = await startProduct();
    const postgres = listProcesses(first.dataDirectory).find(({ command }) =>
      command.includes('/bin/postgres -D'),
    );
    await first.stop('SIGKILL');
    await using second = await startProduct({ dataDirectory: first.dataDirectory });
    const adopted = listProcesses(first.dataDirectory).find(({ command }) =>
      command.includes('/bin/postgres -D'),
    );
    expect(adopted?.pid).toBe(postgres?.pid);
    await second.stop('SIGTERM');
    expect(listProcesses(first.dataDirectory)).toEqual([]);
  },
);

test(
  'keeps the ports that were chosen at the first start when the server restarts',
  { timeout: TIMEOUT },
  async () => {
    await using product = await startProduct();
    process.kill(product.serverPid() ?? 0, 'SIGKILL');
    await waitUntilHealthy(product.address);
    for (const name of ['NORTHLIGHT_MQTT_PORT', 'NORTHLIGHT_MQTTS_PORT', 'NORTHLIGHT_DEVICE_HTTPS_PORT']) {
      const socket = connect(Number(product.env[name]), '127.0.0.1');
      await once(socket, 'connect');
      socket.destroy();
    }
  },
);

test('restarts PostgreSQL when it dies, and the server continues', { timeout: TIMEOUT }, async () => {
  await using product = await startProduct();
  const postgres = listProcesses(product.dataDirectory).find(({ command }) =>
    command.includes('/bin/postgres -D'),
  );
  process.kill(postgres?.pid ?? 0, 'SIGKILL');
  await waitUntilHealthy(product.address);
  // Checking an unknown token needs a database query: the answer is a refusal while the database runs, and
  // 503 while it does not.
  const cookie = `northlight=${'x'.repeat(43)}`;
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${product.address}/api/v1/session`, { headers: { cookie } });
    if (answer.status === 401) break;
    expect(answer.status).toBe(503);
    expect(tries).toBeLessThan(2000);
  }
});

test(
  'prints one line with the reason and exits with 1 when it cannot start, and leaves no process running',
  { timeout: TIMEOUT },
  async () => {
    const directory = createDataDirectory();
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const address = blocker.address();
    const taken = String(typeof address === 'object' && address ? address.port : 0);
    const file = join(directory, 'a-file');
    writeFileSync(file, '');
    mkdirSync(join(directory, 'old', 'postgres'), { recursive: true });
    writeFileSync(join(directory, 'old', 'postgres', 'PG_VERSION'), '16\n');
    const cases: [NodeJS.ProcessEnv, RegExp][] = [
      [{ NORTHLIGHT_PORT: taken }, new RegExp(`Port ${taken} is in use`)],
      [{ NORTHLIGHT_MQTT_PORT: taken }, /NORTHLIGHT_MQTT_PORT/],
      [{ NORTHLIGHT_MQTTS_PORT: taken }, /NORTHLIGHT_MQTTS_PORT/],
      [{ NORTHLIGHT_DEVICE_HTTPS_PORT: taken }, /NORTHLIGHT_DEVICE_HTTPS_PORT/],
      [{ NORTHLIGHT_UCENTRAL_PORT: taken }, /NORTHLIGHT_UCENTRAL_PORT/],
      [{ NORTHLIGHT_CA_CERT: file }, /NORTHLIGHT_CA_KEY/],
      [{ NORTHLIGHT_TLS_CERT: file, NORTHLIGHT_TLS_KEY: file }, /NORTHLIGHT_TLS_CERT is not a certificate/],
      [{ NORTHLIGHT_DATA: join(file, 'below') }, /NORTHLIGHT_DATA/],
      [{ DATABASE_URL: 'postgresql://unknown@127.0.0.1:1/none' }, /DATABASE_URL/],
      [{ NORTHLIGHT_DATA: join(directory, 'old') }, /created by PostgreSQL 16/],
      [{ NORTHLIGHT_PORT: 'eighty' }, /NORTHLIGHT_PORT=eighty/],
      [{ NORTHLIGHT_HOST: '0.0.0.0' }, /NORTHLIGHT_TLS_CERT.*NORTHLIGHT_TRUSTED_PROXY/],
    ];
    for (const [env, expected] of cases) {
      const { code, lines } = startOnce({ NORTHLIGHT_DATA: join(directory, 'data'), ...env });
      expect([code, lines.length, lines[0]]).toEqual([1, 1, expect.stringMatching(expected)]);
    }
    blocker.close();
    expect(listProcesses(directory)).toEqual([]);
    rmSync(directory, { recursive: true, force: true });
  },
);
