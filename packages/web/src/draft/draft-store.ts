import type { BulkSettings, NetworkDraft, RefusedDevice } from '@northlight/contract';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, call, createQuery } from '../kit/api/index.ts';
import { type DraftApi, DraftSaver, type SavedDraft } from '../kit/document/draft-saver.ts';
import { addStep, canRedo, canUndo, createHistory, getContent, redo, undo } from '../kit/document/history.ts';
import {
  type Applied,
  createProjectDraft,
  type ProjectDraft,
  rebaseOnSaved,
  toStagedConfig,
} from './project-draft.ts';

const RETRY_MS = 5_000;
const CONFLICT = 409;

/** Returns the stored draft; without one, the applied configuration as version 0. */
export const createSavedDraft = (
  applied: Applied,
  draft: NetworkDraft | undefined,
): SavedDraft<ProjectDraft> =>
  draft ? { version: draft.version, draft } : { version: 0, draft: createProjectDraft(applied) };

export interface ProjectDraftApi extends DraftApi<ProjectDraft> {
  /** Changes fields of many devices in the stored draft, without the devices that would refuse the change. */
  changeInBulk(
    bulk: BulkSettings,
  ): Promise<{ readonly saved: SavedDraft<ProjectDraft>; readonly refused: readonly RefusedDevice[] }>;
}

/**
 * The draft of a project in this window: saves its edits, retries failed saves every 5 s, and undoes steps of this window
 * until another window or another person changes the draft.
 */
export class DraftStore {
  readonly saver: DraftSaver<ProjectDraft>;
  readonly #api: ProjectDraftApi;
  #history;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(api: ProjectDraftApi, saved: SavedDraft<ProjectDraft>) {
    this.#api = api;
    this.saver = new DraftSaver(api, saved);
    this.#history = createHistory(saved.draft);
    this.saver.subscribe(() => {
      clearTimeout(this.#retry);
      if (this.saver.getState().problem !== undefined)
        this.#retry = setTimeout(() => void this.saver.retry(), RETRY_MS);
    });
  }

  /** Undoes the last step; undefined if there is none. */
  get undo(): (() => void) | undefined {
    return canUndo(this.#history) ? () => this.#step(undo) : undefined;
  }

  /** Repeats the step that was undone last; undefined if there is none. */
  get redo(): (() => void) | undefined {
    return canRedo(this.#history) ? () => this.#step(redo) : undefined;
  }

  adopt(saved: SavedDraft<ProjectDraft>): void {
    if (this.saver.adopt(saved)) this.#history = createHistory(saved.draft);
  }

  /** Adds a step. */
  stage(draft: ProjectDraft): void {
    this.#history = addStep(this.#history, draft);
    void this.saver.stage(draft);
  }

  /** Adds a step that the server makes in the stored draft. Returns the devices that would refuse their change. */
  async changeInBulk(bulk: BulkSettings): Promise<readonly RefusedDevice[]> {
    let refused: readonly RefusedDevice[] = [];
    await this.saver.change(async () => {
      const answer = await this.#api.changeInBulk(bulk);
      refused = answer.refused;
      this.#history = addStep(this.#history, answer.saved.draft);
      return answer.saved;
    });
    return refused;
  }

  /** Continues on another base: earlier steps can no longer be undone. */
  restart(draft: ProjectDraft): void {
    this.#history = createHistory(draft);
    void this.saver.stage(draft);
  }

  #step(move: typeof undo): void {
    this.#history = move(this.#history);
    void this.saver.stage(getContent(this.#history));
  }

  async discard(): Promise<void> {
    await this.saver.discard();
    this.#history = createHistory(this.saver.getState().draft);
  }
}

/**
 * Reads the draft of a project. All parts of the window that show it share one store, which ends with the session.
 */
export const createStoreQuery = (client: QueryClient, projectId: number) => ({
  queryKey: ['draftStore', projectId],
  queryFn: async () => {
    const [configQuery, draftQuery] = createQueries(projectId);
    const [applied, { draft }] = await Promise.all([
      client.ensureQueryData(configQuery),
      client.ensureQueryData(draftQuery),
    ]);
    return new DraftStore(createDraftApi(client, projectId), createSavedDraft(applied, draft));
  },
  // Even an invalidation of all queries leaves the store with its unsaved edits.
  staleTime: 'static' as const,
  structuralSharing: false,
});

export const createQueries = (projectId: number) => {
  const input = { params: { projectId } };
  return [createQuery('networkConfigGet', input), createQuery('networkDraftGet', input)] as const;
};

function createDraftApi(client: QueryClient, projectId: number): ProjectDraftApi {
  const input = { params: { projectId } };
  const [configQuery, draftQuery] = createQueries(projectId);
  const withApplied = async (draft: NetworkDraft | undefined): Promise<SavedDraft<ProjectDraft>> => {
    client.setQueryData(draftQuery.queryKey, draft ? { draft } : {});
    return createSavedDraft(await client.ensureQueryData(configQuery), draft);
  };
  return {
    read: async () => {
      await client.fetchQuery({ ...configQuery, staleTime: 0 });
      return withApplied((await call('networkDraftGet', input)).draft);
    },
    save: async (version, draft) => {
      const body = { ...toStagedConfig(draft), version };
      return withApplied((await call('networkDraftSave', { ...input, body })).draft);
    },
    changeInBulk: async (bulk) => {
      const { draft, refused } = await call('networkDraftBulkChange', { ...input, body: bulk });
      return { saved: await withApplied(draft), refused };
    },
    discard: async () => {
      await call('networkDraftDiscard', input);
      return withApplied(undefined);
    },
    isConflict: (error) => error instanceof ApiError && error.status === CONFLICT,
    rebase: rebaseOnSaved,
    revert: ({ base, baseVersion }) => createProjectDraft({ config: base, version: baseVersion }),
  };
}
