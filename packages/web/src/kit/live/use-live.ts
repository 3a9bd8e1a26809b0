import type { LiveChange } from '@northlight/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setLiveState } from './live-store.ts';
import { localState } from '../local-state/index.ts';
import { COUNTS_OF, isTouched, READS_OF } from './resources.ts';
import { openByBearer, openByCookie } from './source.ts';
import { openStream } from './stream.ts';

const COUNTS_EVERY_MS = 3_000;

/** Keeps what is on the page fresh: a change of a resource makes its reads refetch. */
export function useLive(projectId: number | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    const invalidator = createInvalidator(client);
    const token = localState.token();
    const openSource = token === undefined ? openByCookie : openByBearer(token);
    const close = openStream(projectId, openSource, {
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
  const refreshCounts = () => {
    timer = undefined;
    void client.invalidateQueries({ queryKey: ['projectList'] });
    void client.invalidateQueries({ queryKey: ['projectGet'] });
  };
  return {
    change: ({ resource, projectId }: LiveChange) => {
      void client.invalidateQueries({
        predicate: ({ queryKey }) => isTouched(queryKey, READS_OF[resource], projectId),
      });
      if (COUNTS_OF[resource]) timer ??= setTimeout(refreshCounts, COUNTS_EVERY_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
