import type { AnsweredListName, DeviceAnswer } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { markOfKey, useNetworkDraft } from '../draft/index.ts';

const NONE: readonly DeviceAnswer[] = [];

/**
 * Returns the problems that devices reported for items of these lists. Items with staged changes are omitted,
 * because the problems concern the applied configuration.
 */
export function useAnswers(lists: readonly AnsweredListName[] | undefined): readonly DeviceAnswer[] {
  const { id: projectId } = useProject();
  const { base, config } = useNetworkDraft();
  const { data } = useQuery({
    ...createQuery('networkAnswerList', { params: { projectId } }),
    enabled: lists !== undefined,
  });
  return useMemo(
    () =>
      data?.items.filter(
        ({ key, list }) => lists?.includes(list) && markOfKey({ base, config }, list, key) === undefined,
      ) ?? NONE,
    [base, config, data, lists],
  );
}
