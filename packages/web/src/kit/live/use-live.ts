import type { ApiKey, LiveChange } from '@northlight/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setLiveState } from './live-store.ts';
import { localState } from '../local-state/index.ts';
import { refetchAffected } from './refetch-affected.ts';
import { COUNT_READS, isAffected, RESOURCE_READS } from './resources.ts';
import { isPatched, PATCHED, patchLists } from './patches.ts';
import { createSource } from './source.ts';
import { openStream } from './stream.ts';

const COUNTS_EVERY_MS = 3_000;

/** Keeps the queries of the page current: refetches or patches them when a resource changes. */
export function useLive(projectId: number | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    const invalidator = createInvalidator(client);
    const close = openStream(projectId, createSource(localState.token()), {
      onState: setLiveState,
      onReset: () => void client.invalidateQueries(),
      onEnded: () => void client.invalidateQueries(),
      onChange: invalidator.change,
    });
    return () => {
      close();
      invalidator.stop();
    };
  }, [client, projectId]);
}

function createInvalidator(client: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stale = new Set<ApiKey>();
  const refreshCounts = () => {
    timer = undefined;
    refetchAffected(client, ({ queryKey: [key] }) => stale.has(key as ApiKey));
    stale.clear();
  };
  return {
    change: ({ resource, projectId, rows }: LiveChange) => {
      const patched = rows && PATCHED[resource];
      if (patched) patchLists(client, patched, projectId, rows);
      refetchAffected(
        client,
        ({ queryKey }) =>
          isAffected(queryKey, RESOURCE_READS[resource], projectId) &&
          !(patched && isPatched(queryKey, patched, projectId, rows)),
      );
      for (const key of patched?.summaries ?? COUNT_READS[resource] ?? []) stale.add(key);
      if (stale.size > 0) timer ??= setTimeout(refreshCounts, COUNTS_EVERY_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
