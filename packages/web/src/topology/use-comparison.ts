import type { Topology } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { compareTopologies, type Comparison } from './compare-topologies.ts';

const UNCHANGED: Omit<Comparison, 'topology'> = { differences: new Map(), slowerIds: new Set() };

/** Compares a past topology with the present one if the user chose so; otherwise returns it without differences. */
export function useComparison(past: Topology, isCompared: boolean): Comparison {
  const { id: projectId } = useProject();
  const now = useQuery({
    ...createQuery('topologyGet', { params: { projectId }, query: {} }),
    enabled: isCompared,
  });
  return useMemo(
    () => (isCompared && now.data ? compareTopologies(past, now.data) : { topology: past, ...UNCHANGED }),
    [isCompared, now.data, past],
  );
}
