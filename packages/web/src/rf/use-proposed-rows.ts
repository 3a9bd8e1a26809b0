import { isChangedRow, NET_MODES, type RfPlanRow } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';

const NONE: readonly RfPlanRow[] = [];

/** Returns the changes that the newest plan proposes; none in projects of other kinds, and without such a plan. */
export function useProposedRows(): readonly RfPlanRow[] {
  const { id: projectId, netMode } = useProject();
  const { data } = useQuery({
    ...createQuery('rfProposalGet', { params: { projectId } }),
    enabled: netMode === NET_MODES.wlan,
  });
  return useMemo(() => data?.rows.filter(isChangedRow) ?? NONE, [data]);
}
