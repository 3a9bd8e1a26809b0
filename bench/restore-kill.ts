import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { NetworkConfig } from '@northlight/contract';
import { formatCanonicalJson } from '@northlight/runtime';
import { type BenchWorld, startBenchWorld } from './bench-world.ts';
import type { Figure } from './figure.ts';

const ROUNDS = 100;
/** Longest time (ms) after the request at which the server is killed: a restoration takes less. */
const KILL_WITHIN_MS = 240;

const createConfig = (name: string, ids: readonly number[]): NetworkConfig => ({
  vlans: ids.map((id) => ({ id, name: `${name} ${id}`, ip: `10.0.${id}.1`, prefix: 24, ports: [] })),
  dhcpPools: ids.map((id) => ({
    name: `${name}_${id}`,
    vlanId: id,
    start: `10.0.${id}.10`,
    end: `10.0.${id}.99`,
    dns: [],
    leaseMinutes: 60,
  })),
});
const A = createConfig('first', [20, 30, 40, 50]);
const B = createConfig('second', [30, 60]);

/** Kills the server with SIGKILL during restorations, and compares what is stored with both configurations. */
export async function measureRestoreKill(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const { browser, db, product } = world;
  const device = await world.addDevice('NL-GW5');
  await device.device[Symbol.asyncDispose]();
  const { id: deviceId, projectId } = device;
  const params = { projectId };
  await apply(world, projectId, A);
  const { items } = await browser.call('backupTake', {
    params,
    body: { deviceIds: [deviceId], kind: 'restore-point' },
  });
  const backupId = items[0]?.id ?? '';
  const [first, second] = [formatCanonicalJson(A), formatCanonicalJson(B)];
  let [restored, mixed, unmatched] = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    await apply(world, projectId, B);
    const request = browser
      .call('backupRestore', {
        params: { ...params, backupId },
        body: { parts: ['vlans'], confirmName: 'any' },
      })
      .catch(() => undefined);
    await wait((round * KILL_WITHIN_MS) / ROUNDS);
    const pid = product.serverPid();
    if (pid === undefined) throw new Error('The server is not there to be killed.');
    process.kill(pid, 'SIGKILL');
    await request;
    await untilServing(world, projectId);
    const { config, version } = await browser.call('networkConfigGet', { params });
    const text = formatCanonicalJson(config);
    if (text !== first && text !== second) mixed += 1;
    if (text === first) restored += 1;
    // The history, the job and the backup are stored with the configuration, or not at all.
    const entry = await db
      .selectFrom('network_history')
      .select(['title', 'job_id'])
      .where('project_id', '=', projectId)
      .where('version', '=', version)
      .executeTakeFirst();
    const row = await db
      .selectFrom('backups')
      .select('restore_job_id')
      .where('id', '=', backupId)
      .executeTakeFirstOrThrow();
    const isRestoration = entry?.title.startsWith('Restore') ?? false;
    if (isRestoration !== (text === first) || (isRestoration && row.restore_job_id !== entry?.job_id))
      mixed += 1;
  }
  const files = new Set(readdirSync(join(product.dataDirectory, 'files')));
  const rows = await db.selectFrom('files').select('id').where('purpose', '=', 'backup').execute();
  const backups = await db.selectFrom('backups').select('id').execute();
  const known = new Set(rows.map(({ id }) => id));
  unmatched += rows.filter(({ id }) => !files.has(id)).length;
  unmatched += backups.filter(({ id }) => !known.has(id)).length + (rows.length - backups.length);
  return [
    {
      id: 'BR-4',
      text: `kill -9 of the server at ${ROUNDS} points of a restoration: ${restored} restored, ${ROUNDS - restored} as before, ${mixed} mixtures; ${unmatched} of ${backups.length} backups without a row or a file`,
      goal: '0 mixtures, 0 without',
      reached: mixed === 0 && unmatched === 0,
    },
  ];
}

async function apply({ browser }: BenchWorld, projectId: number, config: NetworkConfig): Promise<void> {
  const { version } = await browser.call('networkConfigGet', { params: { projectId } });
  await browser.call('networkConfigApply', {
    params: { projectId },
    body: { baseVersion: version, config, confirmName: 'any' },
  });
}

async function untilServing({ browser }: BenchWorld, projectId: number): Promise<void> {
  while (!(await browser.call('networkConfigGet', { params: { projectId } }).catch(() => undefined)))
    await wait(20);
}
