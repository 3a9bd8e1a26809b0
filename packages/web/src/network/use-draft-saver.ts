import type { Api, CallResult, NetworkConfig, NetworkDraft } from '@northlight/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError, call, createQuery } from '../kit/api/index.ts';
import { DraftSaver, type DraftState, type SavedDraft } from './draft-saver.ts';

const RETRY_MS = 5_000;
const CONFLICT = 409;

type Applied = Pick<CallResult<Api['networkConfigGet']>, 'config' | 'version'>;

/** Returns the stored draft, or the applied configuration as version 0 while there is none. */
export const createSavedDraft = ({ config, version }: Applied, draft: NetworkDraft | undefined): SavedDraft =>
  draft ?? { version: 0, baseVersion: version, base: config, config };

/**
 * Saves the draft of a project on the server while a page shows the draft. Retries failed saves every 5 s.
 */
export function useDraftSaver(
  projectId: number,
  applied: Applied,
  draft: NetworkDraft | undefined,
): { readonly saver: DraftSaver; readonly state: DraftState } {
  const client = useQueryClient();
  const [{ saver, store }] = useState(() => createStore(client, projectId, createSavedDraft(applied, draft)));
  const state = useSyncExternalStore(store.subscribe, () => saver.state);
  useEffect(() => saver.adopt(createSavedDraft(applied, draft)), [saver, applied, draft]);
  useEffect(() => {
    if (state.problem === undefined) return;
    const timer = setTimeout(() => void saver.retry(), RETRY_MS);
    return () => clearTimeout(timer);
  }, [saver, state.problem]);
  return { saver, state };
}

function createStore(client: QueryClient, projectId: number, kept: SavedDraft) {
  const listeners = new Set<() => void>();
  const store = {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const saver = new DraftSaver(createDraftApi(client, projectId), kept, () => {
    for (const listener of listeners) listener();
  });
  return { saver, store };
}

function createDraftApi(client: QueryClient, projectId: number) {
  const input = { params: { projectId } };
  const draftQuery = createQuery('networkDraftGet', input);
  const configQuery = createQuery('networkConfigGet', input);
  const withApplied = async (draft: NetworkDraft | undefined): Promise<SavedDraft> => {
    client.setQueryData(draftQuery.queryKey, draft ? { draft } : {});
    return createSavedDraft(await client.ensureQueryData(configQuery), draft);
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
    isConflict: (error: unknown) => error instanceof ApiError && error.status === CONFLICT,
  };
}
