import type { HistoryEntry } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';

/**
 * Returns the latest applied versions, those that changed settings of devices alone included; none while they load. The
 * list beside them may be filtered.
 */
export function useRecentVersions(): readonly HistoryEntry[] {
  const { id: projectId } = useProject();
  return useQuery(createQuery('networkHistoryList', { params: { projectId }, query: {} })).data?.items ?? [];
}
