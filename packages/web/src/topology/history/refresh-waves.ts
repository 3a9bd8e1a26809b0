import { COMMAND_DEVICES_MAX, type Device, type Job } from '@northlight/contract';
import { isOffline } from '../graph/display-graph.ts';

/** Progress of a refresh, over all its jobs. */
export interface RefreshProgress {
  readonly isRunning: boolean;
  /** Numbers of devices that were asked, have answered, and have failed. */
  readonly counts: { readonly asked: number; readonly answered: number; readonly failed: number };
}

/** Lists the connected devices that can report their neighbours on request. */
export const listRefreshable = (devices: readonly Device[]): readonly Device[] =>
  devices.filter(({ features, state }) => !isOffline(state) && features.includes('discover'));

/** Divides the ids into one list for each command, because a command has at most 1,000 devices. */
export const divideIntoWaves = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / COMMAND_DEVICES_MAX) }, (_, index) =>
    ids.slice(index * COMMAND_DEVICES_MAX, (index + 1) * COMMAND_DEVICES_MAX),
  );

const RUNNING: ReadonlySet<string> = new Set(['queued', 'sent', 'running']);

/** Combines the jobs of the commands. Devices of commands that the server refused have failed. */
export function combineJobs(jobs: readonly Pick<Job, 'rows' | 'state'>[], refused: number): RefreshProgress {
  const rows = jobs.flatMap((job) => job.rows);
  const answered = rows.filter(({ state }) => state === 'done').length;
  const running = rows.filter(({ state }) => RUNNING.has(state)).length;
  return {
    isRunning: jobs.some(({ state }) => state === 'running'),
    counts: {
      asked: rows.length + refused,
      answered,
      failed: rows.length + refused - answered - running,
    },
  };
}
