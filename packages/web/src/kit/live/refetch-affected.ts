import type { Query, QueryClient } from '@tanstack/react-query';

/** Running queries that must be fetched again when they finish. */
const pendingRefetches = new WeakSet<Query>();

/**
 * Refetches the affected queries. A running query may have read data from before the change, so it is
 * refetched when it finishes. It is not cancelled: otherwise a list that takes longer than the time between
 * two changes would never load.
 */
export function refetchAffected(client: QueryClient, isAffected: (query: Query) => boolean): void {
  const isRunning = (query: Query) => query.state.fetchStatus === 'fetching' && query.promise !== undefined;
  for (const query of client.getQueryCache().findAll({ predicate: isAffected })) {
    if (!isRunning(query) || pendingRefetches.has(query)) continue;
    pendingRefetches.add(query);
    const refetch = () => {
      pendingRefetches.delete(query);
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    void query.promise?.then(refetch, refetch);
  }
  void client.invalidateQueries({ predicate: (query) => isAffected(query) && !isRunning(query) });
}
