import type { PolicyBroadcast } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';

/** Returns the broadcast state of each applied policy by policy id; undefined until loaded. */
export function useBroadcasts(): ReadonlyMap<string, PolicyBroadcast> | undefined {
  const { id } = useProject();
  const { data } = useQuery(createQuery('wirelessAirGet', { params: { projectId: id } }));
  return useMemo(() => data && new Map(data.items.map((air) => [air.policyId, air] as const)), [data]);
}
