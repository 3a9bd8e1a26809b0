/**
 * R11: fills a small separate disk: writes are refused, reads continue, and the server recovers
 * automatically.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { topics } from '@northlight/contract/device-protocol';
import { createDataDirectory, listProcesses } from '../tests/process/running-product.ts';
import { startBenchWorld } from './bench-world.ts';
import type { Figure } from './figure.ts';
import { renameProject } from './outcomes.ts';

const SIZE = '900m';
/** Free space that is left: less than the server's reserve, but enough for PostgreSQL to continue. */
const LEFT_BYTES = 40 * 1024 * 1024;
const NOTICE_MS = 6_000;
const READS = 50;
const GOAL_MS = 10_000;

export function fillDirectory(directory: string): string {
  const { bavail, bsize } = statfsSync(directory);
  const file = join(directory, 'filler');
  writeFileSync(file, Buffer.alloc(Math.max(0, bavail * bsize - LEFT_BYTES), 1));
  return file;
}

const findPostgresPid = (directory: string): number | undefined =>
  listProcesses(directory).find(({ command }) => command.includes('/bin/postgres -D'))?.pid;

/** Mounts a small file system that can be filled; `data` is for the product. */
export function mountSmallDisk(): Disposable & { readonly mount: string; readonly data: string } {
  const mount = createDataDirectory();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0711`, 'tmpfs', mount]);
  const data = join(mount, 'data');
  mkdirSync(data);
  chmodSync(data, 0o711);
  return {
    mount,
    data,
    [Symbol.dispose]: () => {
      execFileSync('umount', [mount]);
      rmSync(mount, { recursive: true, force: true });
    },
  };
}

export async function fillDisk(): Promise<Figure[]> {
  using disk = mountSmallDisk();
  const { data, mount } = disk;
  await using world = await startBenchWorld({}, data);
  const { device, id, projectId, session } = await world.addDevice('NL-AP6C');
  const before = [world.product.serverPid(), findPostgresPid(data)];
  let acknowledged = 0;
  const report = (seq: number): Promise<void> =>
    device.publish(topics.up(id, 'stat'), { session, seq, ts: Date.now(), cpu: 50 }).then(() => {
      acknowledged++;
    });
  await report(1);
  const filler = fillDirectory(mount);
  await wait(NOTICE_MS);
  const refusal = await renameProject(world, projectId, 'Refused');
  let reads = 0;
  for (let count = 0; count < READS; count++)
    if (await world.browser.call('projectGet', { params: { projectId } }).catch(() => undefined)) reads++;
  const waiting = report(2);
  await wait(1_000);
  const held = acknowledged === 1;
  rmSync(filler);
  const start = performance.now();
  while ((await renameProject(world, projectId, 'Again')) !== 0) await wait(50);
  const recovered = performance.now() - start;
  await waiting;
  const after = [world.product.serverPid(), findPostgresPid(data)];
  const same = before.every((pid, index) => pid !== undefined && pid === after[index]);
  const reached = refusal === 258 && reads === READS && held && same && recovered <= GOAL_MS;
  return [
    {
      id: 'R11',
      text: `disk full: writes refused with ${refusal}, ${reads} of ${READS} reads answered, a report ${held ? 'waited' : 'did not wait'} and was acknowledged afterwards; ${(recovered / 1000).toFixed(1)} s after space was freed writes succeeded again, ${same ? 'no process had ended' : 'a process had ended'}`,
      goal: '258, all reads, 10 s',
      reached,
    },
  ];
}
