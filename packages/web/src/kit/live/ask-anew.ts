import type { Query, QueryClient } from '@tanstack/react-query';

/** Reads that are on their way and are asked for once more when they have come. */
const again = new WeakSet<Query>();

/**
 * Asks for what changed. What is on its way may have been read before the change: it is asked for once more when it has
 * come, and not cut off, or a list that takes longer than the time between two changes would never come.
 */
export function askAnew(client: QueryClient, isTouched: (query: Query) => boolean): void {
  const isUnderWay = (query: Query) => query.state.fetchStatus === 'fetching' && query.promise !== undefined;
  for (const query of client.getQueryCache().findAll({ predicate: isTouched })) {
    if (!isUnderWay(query) || again.has(query)) continue;
    again.add(query);
    const ask = () => {
      again.delete(query);
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    void query.promise?.then(ask, ask);
  }
  void client.invalidateQueries({ predicate: (query) => isTouched(query) && !isUnderWay(query) });
}
