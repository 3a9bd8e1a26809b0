import type { Device, Job, TopologyChange } from '@northlight/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, call, createQuery } from '../../kit/api/index.ts';
import { combineJobs, divideIntoWaves, listRefreshable, type RefreshProgress } from './refresh-waves.ts';

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
