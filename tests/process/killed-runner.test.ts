import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { explainMissingPostgres15 } from '../../scripts/external-postgres.ts';
import { listProcesses } from './running-product.ts';

const FREE_PORTS = {
  NORTHLIGHT_PORT: '0',
  NORTHLIGHT_MQTT_PORT: '0',
  NORTHLIGHT_MQTTS_PORT: '0',
  NORTHLIGHT_DEVICE_HTTPS_PORT: '0',
  NORTHLIGHT_UCENTRAL_PORT: '0',
};
const PATIENCE = { timeout: 60_000, interval: 50 };
const missing = explainMissingPostgres15();
if (missing !== undefined) process.stderr.write(`The test on PostgreSQL 15 is skipped: ${missing}\n`);

/** Temporary directory of the killed process. Files that remain in it show what the process left behind. */
let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'nl-kill-'));
  chmodSync(directory, 0o711);
});
afterEach(() => rmSync(directory, { recursive: true }));

const postmasters = () => listProcesses(directory).filter(({ command }) => /\bpostgres -D /.test(command));

/** Returns the directories of clusters and products, without the profile that a killed browser may leave. */
const ours = () => readdirSync(directory).filter((name) => name.startsWith('nl-'));

/**
 * Starts a program that starts a cluster. Kills the program with SIGKILL when the postmaster runs and
 * `directories` exist.
 */
async function killWithCluster(program: string, args: readonly string[], directories = 1): Promise<void> {
  const env = { ...process.env, ...FREE_PORTS, TMPDIR: directory, DATABASE_URL: '' };
  const child: ChildProcess = spawn(program, args, { env, stdio: ['pipe', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  try {
    await vi.waitFor(() => expect([postmasters().length, ours().length]).toEqual([1, directories]), PATIENCE);
  } finally {
    child.kill('SIGKILL');
  }
  expect(await exited).toEqual([null, 'SIGKILL']);
}

describe('a killed test process', () => {
  it('leaves no PostgreSQL and no cluster behind when it is vitest with the embedded PostgreSQL', async () => {
    await killWithCluster('vitest', ['watch', 'packages/runtime/src/clock.test.ts']);
    await vi.waitFor(() => expect([postmasters(), ours()]).toEqual([[], []]), PATIENCE);
  });

  it('leaves no PostgreSQL and no cluster behind when it is vitest with stories in Chromium', async () => {
    const story = 'packages/e2e/src/core/demo.e2e.ts';
    await killWithCluster('vitest', ['watch', '--config', 'vitest.e2e.config.ts', story], 2);
    await vi.waitFor(() => expect([postmasters(), ours()]).toEqual([[], []]), PATIENCE);
  });

  it('leaves no PostgreSQL and no cluster behind when it is the development environment', async () => {
    await killWithCluster(process.execPath, ['packages/dev-env/src/cli/dev.ts']);
    await vi.waitFor(() => expect([postmasters(), ours()]).toEqual([[], []]), PATIENCE);
  });

  it.skipIf(missing !== undefined)(
    'leaves no PostgreSQL and no cluster behind when it runs PostgreSQL 15',
    async () => {
      const source = `import { startPostgres15 } from ${JSON.stringify(new URL('../../scripts/external-postgres.ts', import.meta.url))};
      await using postgres = await startPostgres15();
      await new Promise((resolve) => process.stdin.on('end', resolve).resume());`;
      await killWithCluster(process.execPath, ['--input-type=module', '--eval', source]);
      await vi.waitFor(() => expect([postmasters(), ours()]).toEqual([[], []]), PATIENCE);
    },
  );
});
