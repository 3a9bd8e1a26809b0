import type { Job, JobResult, MeshNodeRow } from '@northlight/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { awaitRefetch, call, createMutation, createQuery, toErrorSentence } from '../../kit/api/index.ts';

export type FoundNode = NonNullable<JobResult['nodes']>[number];

/** Returns the search for new nodes of a project: its job, the nodes found so far, and the additions. */
export function useNodeSearch(projectId: number) {
  const params = { projectId };
  const [started, setStarted] = useState<Job>();
  const jobs = useQuery(createQuery('jobList', { params })).data?.items;
  const running = jobs?.find(({ kind, state }) => kind === 'find-nodes' && state === 'running');
  // Shows a search that began before the dialog was opened.
  if (!started && running) setStarted(running);
  /** Nodes that the user added; the primary node no longer reports them. */
  const [kept, setKept] = useState<readonly FoundNode[]>([]);
  const [results, setResults] = useState<ReadonlyMap<string, MeshNodeRow>>(new Map());
  const live = useQuery({
    ...createQuery('jobGet', { params: { projectId, jobId: started?.id ?? '' } }),
    enabled: started !== undefined,
  }).data;
  const job = live ?? started;
  const row = job?.rows[0];
  const nodes = mergeNodes(row?.result?.nodes ?? [], kept);
  const start = useMutation({
    ...createMutation('meshNodeSearch'),
    onSuccess: async (next) => {
      setStarted(next);
      setResults(new Map());
      setKept([]);
      await awaitRefetch();
    },
  });
  const add = useMutation({
    mutationFn: (sns: string[]) => {
      setKept((before) =>
        mergeNodes(
          before,
          nodes.filter(({ sn }) => sns.includes(sn)),
        ),
      );
      return call('meshNodeAdd', { params: { projectId, jobId: started?.id ?? '' }, body: { sns } });
    },
    meta: { busy: 'saving' },
    onSuccess: async ({ rows }) => {
      setResults((before) => new Map([...before, ...rows.map((each) => [each.sn, each] as const)]));
      await awaitRefetch();
    },
  });
  const failure = row && row.state !== 'done' && job.state !== 'running' ? row.detail : undefined;
  const problem = start.error ?? add.error;
  return {
    job,
    nodes,
    /** Results of the additions by serial number. */
    results,
    isRunning: job?.state === 'running',
    isStarting: start.isPending,
    isAdding: add.isPending,
    problem: problem ? toErrorSentence(problem) : failure,
    start: () => start.mutate({ params }),
    add: (sns: string[]) => add.mutate(sns),
  };
}

/** Returns the nodes of both lists, strongest first; a node of both lists is that of the first one. */
function mergeNodes(nodes: readonly FoundNode[], more: readonly FoundNode[]): FoundNode[] {
  const known = new Set(nodes.map(({ sn }) => sn));
  return [...nodes, ...more.filter(({ sn }) => !known.has(sn))].toSorted(
    (one, other) => other.signalDbm - one.signalDbm,
  );
}
