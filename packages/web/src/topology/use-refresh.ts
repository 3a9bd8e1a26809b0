import type { Device, Job, TopologyChange } from '@northlight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { createMutation, createQuery } from '../kit/api/index.ts';
import { isOffline } from './display-graph.ts';

export interface Refresh {
  readonly isRunning: boolean;
  /** Numbers of devices that were asked, have answered, and have failed. */
  readonly counts: { readonly asked: number; readonly answered: number; readonly failed: number };
  /** Changes of the network since the refresh began. */
  readonly changes: readonly TopologyChange[];
}

/** Lists the connected devices that can report their neighbours on request. */
export const listRefreshable = (devices: readonly Device[]): readonly Device[] =>
  devices.filter(({ features, state }) => !isOffline(state) && features.includes('discover'));

/** Asks the devices of a project for their neighbours, and follows their answers. */
export function useRefresh(devices: readonly Device[]) {
  const { id: projectId } = useProject();
  const client = useQueryClient();
  const [started, setStarted] = useState<Job>();
  const { data: latest } = useQuery({
    ...createQuery('jobGet', { params: { projectId, jobId: started?.id ?? '' } }),
    enabled: started !== undefined,
  });
  const { data: changes } = useQuery({
    ...createQuery('topologyChangeList', {
      params: { projectId },
      query: { from: started?.createdAt ?? '' },
    }),
    enabled: started !== undefined,
  });
  const start = useMutation({
    ...createMutation('deviceCommand'),
    onSuccess: async (job) => {
      setStarted(job);
      await client.invalidateQueries({ queryKey: ['jobList'] });
    },
    onError: (error) => toast.error(error),
  });
  const job = latest ?? started;
  const refresh: Refresh | undefined = job && {
    isRunning: job.state === 'running',
    counts: countAnswers(job),
    changes: changes?.items ?? [],
  };
  return {
    refresh,
    isStarting: start.isPending,
    start: () =>
      start.mutate({
        params: { projectId },
        body: { kind: 'discover', deviceIds: listRefreshable(devices).map(({ id }) => id) },
      }),
    close: () => setStarted(undefined),
  };
}

const RUNNING: ReadonlySet<string> = new Set(['queued', 'sent', 'running']);

function countAnswers({ rows }: Job): Refresh['counts'] {
  const answered = rows.filter(({ state }) => state === 'done').length;
  const running = rows.filter(({ state }) => RUNNING.has(state)).length;
  return { asked: rows.length, answered, failed: rows.length - answered - running };
}
