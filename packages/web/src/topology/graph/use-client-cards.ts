import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { addClientCards } from './client-cards.ts';
import type { DisplayGraph } from './display-graph.ts';

const NONE: ReadonlySet<string> = new Set();

/** The devices whose clients are shown as cards. Clients of the past are not known. */
export function useClientCards(at: string | undefined) {
  const { id: projectId } = useProject();
  const [chosen, setChosen] = useState(NONE);
  const expanded = at === undefined ? chosen : NONE;
  const { data } = useQuery({
    ...createQuery('clientList', { params: { projectId } }),
    enabled: expanded.size > 0,
  });
  const toggle = useCallback(
    (deviceId: string) => setChosen((before) => before.symmetricDifference(new Set([deviceId]))),
    [],
  );
  return useMemo(
    () => ({
      expanded,
      toggle,
      add: (graph: DisplayGraph): DisplayGraph => addClientCards(graph, data?.items ?? [], expanded),
    }),
    [data, expanded, toggle],
  );
}
