import { type Device, type Job, type TopologyChange, COMMAND_DEVICES_MAX } from '@northlight/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, call, createQuery } from '../../kit/api/index.ts';
import { isOffline } from '../graph/display-graph.ts';

/** Progress of a refresh, over all its jobs. */
interface RefreshProgress {
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

export interface Refresh extends RefreshProgress {
  /** Changes of the network since the refresh began. */
  readonly changes: readonly TopologyChange[];
}

/** The jobs of a refresh, one for each command. */
interface Started {
  readonly jobs: readonly Job[];
  /** Number of devices in commands that the server refused. */
  readonly refused: number;
}

/** Asks the devices of a project for their neighbours, and follows their answers. */
export function useRefresh(devices: readonly Device[]) {
  const { id: projectId } = useProject();
  const [started, setStarted] = useState<Started>();
  const [isStarting, setIsStarting] = useState(false);
  const jobs = started?.jobs ?? [];
  const latest = useQueries({
    queries: jobs.map(({ id }) => createQuery('jobGet', { params: { projectId, jobId: id } })),
  });
  const [first] = jobs;
  const { data: changes } = useQuery({
    ...createQuery('topologyChangeList', {
      params: { projectId },
      query: { from: first?.createdAt ?? '' },
    }),
    enabled: first !== undefined,
  });
  const start = async (): Promise<void> => {
    setIsStarting(true);
    const waves = divideIntoWaves(listRefreshable(devices).map(({ id }) => id));
    const begun: Job[] = [];
    let refused = 0;
    for (const deviceIds of waves)
      try {
        const body = { kind: 'discover' as const, deviceIds };
        begun.push(await call('deviceCommand', { params: { projectId }, body }));
      } catch (error) {
        refused += deviceIds.length;
        toast.error(error);
      }
    setStarted(begun.length > 0 ? { jobs: begun, refused } : undefined);
    setIsStarting(false);
    await awaitRefetch();
  };
  const refresh: Refresh | undefined = started && {
    ...combineJobs(
      jobs.map((job, index) => latest[index]?.data ?? job),
      started.refused,
    ),
    changes: changes?.items ?? [],
  };
  return { refresh, isStarting, start: () => void start(), close: () => setStarted(undefined) };
}
