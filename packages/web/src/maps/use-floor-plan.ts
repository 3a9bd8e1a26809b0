import {
  comparePlans,
  type EditSide,
  type FloorMap,
  type FloorPlan,
  type MapDraft,
  PLAN_DOCUMENT,
  type PlanConflict,
  type PlanDifference,
} from '@northlight/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ask } from '../app/confirm-store.ts';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, ApiError, call } from '../kit/api/index.ts';
import { mergeDraft, rebaseDraft } from '../kit/document/draft.ts';
import { useUndoKeys } from '../kit/use-undo-keys.ts';
import {
  addStep,
  canRedo,
  canUndo,
  createHistory,
  type EditHistory,
  endStep,
  getContent,
  redo,
  undo,
} from '../kit/document/history.ts';

/** The plan that is edited: a draft that is stored with the account until it is saved or discarded. */
export interface FloorPlanEditor {
  readonly plan: FloorPlan;
  /** Differences from the saved version. */
  readonly difference: PlanDifference;
  readonly isChanged: boolean;
  /** Items that another person has changed in another way since the edits began. */
  readonly conflicts: readonly PlanConflict[];
  /** Sentences about parts of the plan that the server refused. */
  readonly problems: readonly string[];
  readonly isSaving: boolean;
  /** True if the floor plan was deleted while it was edited. */
  readonly isDeleted: boolean;
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  /** Changes the plan. Changes with the same key, such as moves of one device, are one step until `endStep`. */
  readonly change: (next: (plan: FloorPlan) => FloorPlan, key?: string) => void;
  readonly endStep: () => void;
  readonly resolve: (choose: (address: string) => EditSide) => void;
  readonly save: () => void;
  readonly discard: () => void;
}

/** Delay after the last change before the draft is stored (ms). */
const STORE_MS = 800;

interface State {
  /** The saved version that the edits are based on. */
  readonly base: Pick<FloorMap, 'version' | 'plan'>;
  readonly history: EditHistory<FloorPlan>;
}

const toDraft = ({ base, history }: State) => ({ base: base.plan, history });

export interface FloorPlanSource {
  /** The latest saved version. */
  readonly map: FloorMap;
  readonly draft: MapDraft | undefined;
  /** The version that the draft is based on. */
  readonly base: Pick<FloorMap, 'version' | 'plan'>;
  /** True if drafts are stored with the account; visitors of the demo have none. */
  readonly isStored: boolean;
}

/** Edits a floor plan. Versions that others save meanwhile are merged at once where they do not conflict. */
export function useFloorPlan({ base, draft, isStored, map }: FloorPlanSource): FloorPlanEditor {
  const { id: projectId } = useProject();
  const params = useMemo(() => ({ projectId, mapId: map.id }), [map.id, projectId]);
  const client = useQueryClient();
  const [state, setState] = useState<State>(() => ({
    base,
    history: draft ? addStep(createHistory(base.plan), draft.plan) : createHistory(base.plan),
  }));
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isSaving, setSaving] = useState(false);
  const [isDeleted, setDeleted] = useState(false);
  const plan = getContent(state.history);
  const difference = useMemo(() => comparePlans(state.base.plan, plan), [plan, state.base]);
  const isChanged = difference.added + difference.changed + difference.removed > 0;
  const isOutdated = map.version > state.base.version;
  const conflicts = useMemo(
    () => (isOutdated ? mergeDraft(PLAN_DOCUMENT, toDraft(state), map.plan).conflicts : []),
    [isOutdated, map, state],
  );
  const rebase = (choose: (address: string) => EditSide): void => {
    const history = isChanged
      ? rebaseDraft(PLAN_DOCUMENT, toDraft(state), map.plan, choose).history
      : createHistory(map.plan);
    setState({ base: map, history });
  };
  if (isOutdated && conflicts.length === 0) rebase(() => 'mine');
  const onFailure = useCallback((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) setDeleted(true);
    else toast.error(error);
  }, []);
  const drafts = useDraftStore({ params, plan, base: state.base, isChanged, draft, isStored, onFailure });
  const change = useCallback((next: (plan: FloorPlan) => FloorPlan, key?: string) => {
    setProblems([]);
    setState((before) => ({
      ...before,
      history: addStep(before.history, next(getContent(before.history)), key),
    }));
  }, []);
  const step = (next: (history: EditHistory<FloorPlan>) => EditHistory<FloorPlan>) => {
    setProblems([]);
    setState((before) => ({ ...before, history: next(before.history) }));
  };
  const end = useCallback(() => {
    setState((before) => ({ ...before, history: endStep(before.history) }));
  }, []);
  const undoLast = canUndo(state.history) ? () => step(undo) : undefined;
  const redoNext = canRedo(state.history) ? () => step(redo) : undefined;
  useUndoKeys(undoLast, redoNext);
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      await drafts.pause();
      const saved = await call('mapSave', { params, body: { baseVersion: state.base.version, plan } });
      drafts.forget(saved.plan);
      setState({ base: saved, history: createHistory(saved.plan) });
      client.setQueryData(['mapGet', { params }], saved);
      await awaitRefetch();
      toast.done('The floor plan was saved.');
    } catch (error) {
      drafts.resume();
      if (error instanceof ApiError && error.status === 409) await awaitRefetch();
      const refused = error instanceof ApiError ? [...new Set(Object.values(error.fields ?? {}))] : [];
      setProblems(refused);
      if (refused.length === 0) onFailure(error);
    } finally {
      setSaving(false);
    }
  };
  const discard = async (): Promise<void> => {
    if (isChanged && !(await askToDiscard())) return;
    setState({ base: map, history: createHistory(map.plan) });
    setProblems([]);
  };
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && isChanged && !isStored && !(await askToDiscard()),
    enableBeforeUnload: () => isChanged && !isStored,
  });
  return {
    plan,
    difference,
    isChanged,
    conflicts,
    problems,
    isSaving,
    isDeleted,
    undo: undoLast,
    redo: redoNext,
    change,
    endStep: end,
    resolve: (choose) => {
      rebase(choose);
      setProblems([]);
    },
    save: () => void save(),
    discard: () => void discard(),
  };
}

interface DraftStoreOptions {
  readonly params: { readonly projectId: number; readonly mapId: string };
  readonly plan: FloorPlan;
  readonly base: Pick<FloorMap, 'version' | 'plan'>;
  readonly isChanged: boolean;
  readonly draft: MapDraft | undefined;
  readonly isStored: boolean;
  readonly onFailure: (error: unknown) => void;
}

interface DraftStore {
  /** Waits for running requests and stores nothing until `resume` or `forget`. */
  readonly pause: () => Promise<void>;
  /** Stores the plan after all, because it was not saved. */
  readonly resume: () => void;
  /** Forgets the draft, which the server deletes when the plan is saved. */
  readonly forget: (saved: FloorPlan) => void;
}

/** Stores the plan as the account's draft when it has changed. */
function useDraftStore(options: DraftStoreOptions): DraftStore {
  const { base, draft, isChanged, isStored, onFailure, params, plan } = options;
  const version = useRef(draft?.version ?? 0);
  const stored = useRef(draft?.plan ?? base.plan);
  const running = useRef<Promise<void>>(Promise.resolve());
  const timer = useRef<number>(undefined);
  const store = useCallback(async (): Promise<void> => {
    if (!isStored || stored.current === plan) return;
    try {
      stored.current = plan;
      if (isChanged) {
        const body = { version: version.current, baseVersion: base.version, plan };
        ({ version: version.current } = await call('mapDraftSave', { params, body }));
      } else if (version.current > 0) {
        await call('mapDraftDiscard', { params });
        version.current = 0;
      }
    } catch (error) {
      onFailure(error);
    }
  }, [base, isChanged, isStored, onFailure, params, plan]);
  const run = useCallback(() => {
    running.current = running.current.then(store);
  }, [store]);
  useEffect(() => {
    timer.current = window.setTimeout(run, STORE_MS);
    return () => window.clearTimeout(timer.current);
  }, [run]);
  return {
    pause: async () => {
      window.clearTimeout(timer.current);
      await running.current;
    },
    resume: run,
    forget: (saved) => {
      version.current = 0;
      stored.current = saved;
    },
  };
}

const askToDiscard = (): Promise<boolean> =>
  new Promise((resolve) =>
    ask({
      title: 'Discard your changes?',
      body: 'The changes of the floor plan are not saved yet.',
      confirm: 'Discard changes',
      cancel: 'Keep editing',
      danger: true,
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
    }),
  );
