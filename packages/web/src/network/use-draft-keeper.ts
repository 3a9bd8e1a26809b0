import type { Api, CallResult, NetworkConfig, NetworkDraft } from '@northlight/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError, call, q } from '../kit/api/index.ts';
import { DraftKeeper, type DraftState, type KeptDraft } from './draft-keeper.ts';

const TRY_AGAIN_MS = 5_000;
const CONFLICT = 409;

type Applied = Pick<CallResult<Api['networkConfigGet']>, 'config' | 'version'>;

/** What is edited: the draft, or what is applied while there is none. */
export const keptDraft = ({ config, version }: Applied, draft: NetworkDraft | undefined): KeptDraft =>
  draft ?? { version: 0, baseVersion: version, base: config, config };

/** Keeps the draft of a project on the server for as long as a page shows it. */
export function useDraftKeeper(
  projectId: number,
  applied: Applied,
  draft: NetworkDraft | undefined,
): { readonly keeper: DraftKeeper; readonly state: DraftState } {
  const client = useQueryClient();
  const [{ keeper, store }] = useState(() => createStore(client, projectId, keptDraft(applied, draft)));
  const state = useSyncExternalStore(store.subscribe, () => keeper.state);
  useEffect(() => keeper.heard(keptDraft(applied, draft)), [keeper, applied, draft]);
  useEffect(() => {
    if (state.problem === undefined) return;
    const timer = setTimeout(() => void keeper.retry(), TRY_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [keeper, state.problem]);
  return { keeper, state };
}

function createStore(client: QueryClient, projectId: number, kept: KeptDraft) {
  const listeners = new Set<() => void>();
  const store = {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const keeper = new DraftKeeper(doorOf(client, projectId), kept, () => {
    for (const listener of listeners) listener();
  });
  return { keeper, store };
}

function doorOf(client: QueryClient, projectId: number) {
  const input = { params: { projectId } };
  const draftQuery = q('networkDraftGet', input);
  const configQuery = q('networkConfigGet', input);
  const withApplied = async (draft: NetworkDraft | undefined): Promise<KeptDraft> => {
    client.setQueryData(draftQuery.queryKey, draft ? { draft } : {});
    return keptDraft(await client.ensureQueryData(configQuery), draft);
  };
  return {
    read: async () => {
      await client.fetchQuery({ ...configQuery, staleTime: 0 });
      return withApplied((await call('networkDraftGet', input)).draft);
    },
    save: async (body: { version: number; baseVersion: number; config: NetworkConfig }) =>
      withApplied((await call('networkDraftSave', { ...input, body })).draft),
    discard: async () => {
      await call('networkDraftDiscard', input);
      return withApplied(undefined);
    },
    isOvertaken: (error: unknown) => error instanceof ApiError && error.status === CONFLICT,
  };
}
