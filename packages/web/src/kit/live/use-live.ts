import type { LiveChange, LiveResource } from '@northlight/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isCountOf, isOfProject, isReadOf } from '../api/index.ts';
import { setLiveState } from './live-store.ts';
import { localState } from '../local-state/index.ts';
import { refetchAffected } from './refetch-affected.ts';
import { isPatched, PATCHED, patchLists, showsFigures } from './patches.ts';
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
  /** Resources with changed counts; true if more than figures of known rows changed. */
  const stale = new Map<LiveResource, boolean>();
  const refreshCounts = () => {
    timer = undefined;
    const changed = [...stale];
    stale.clear();
    refetchAffected(client, ({ queryKey }) =>
      changed.some(
        ([resource, isWhole]) =>
          isCountOf(queryKey, resource) && (isWhole || showsFigures(queryKey, PATCHED[resource])),
      ),
    );
  };
  return {
    change: ({ resource, projectId, rows }: LiveChange) => {
      const patched = rows && PATCHED[resource];
      if (patched) patchLists(client, patched, projectId, rows);
      refetchAffected(
        client,
        ({ queryKey }) =>
          isReadOf(queryKey, resource) &&
          isOfProject(queryKey, projectId) &&
          !(patched && isPatched(queryKey, patched, projectId, rows)),
      );
      stale.set(resource, !patched || stale.get(resource) === true);
      timer ??= setTimeout(refreshCounts, COUNTS_EVERY_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
