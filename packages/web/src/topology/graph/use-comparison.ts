import type { Topology } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { compareTopologies, type Comparison } from './compare-topologies.ts';

const UNCHANGED: Omit<Comparison, 'topology'> = { differences: new Map(), slowerIds: new Set() };

/**
 * Compares a past topology with the present one if the user chose so; otherwise returns it without differences. `isSame` is
 * true if a comparison found no difference.
 */
export function useComparison(
  past: Topology,
  isCompared: boolean,
): Comparison & { readonly isSame: boolean } {
  const { id: projectId } = useProject();
  const now = useQuery({
    ...createQuery('topologyGet', { params: { projectId }, query: {} }),
    enabled: isCompared,
  });
  return useMemo(() => {
    if (!isCompared || !now.data) return { topology: past, ...UNCHANGED, isSame: false };
    const comparison = compareTopologies(past, now.data);
    return { ...comparison, isSame: comparison.differences.size === 0 };
  }, [isCompared, now.data, past]);
}
