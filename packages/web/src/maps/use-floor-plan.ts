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
import { useCallback, useMemo, useState } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, ApiError, call } from '../kit/api/index.ts';
import { type EditStorage, useDocumentEditor } from '../kit/document/use-document-editor.ts';

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

export interface FloorPlanSource {
  /** The latest saved version. */
  readonly map: FloorMap;
  readonly draft: MapDraft | undefined;
  /** The version that the draft is based on. */
  readonly base: Pick<FloorMap, 'version' | 'plan'>;
  /** True if drafts are stored with the account; visitors of the demo have none. */
  readonly isStored: boolean;
  /** True if the floor plan was deleted, which ends its drafts. */
  readonly isDeleted: boolean;
}

const toSaved = ({ plan, version }: Pick<FloorMap, 'version' | 'plan'>) => ({ version, content: plan });

/** Edits a floor plan. */
export function useFloorPlan({ base, draft, map, ...source }: FloorPlanSource): FloorPlanEditor {
  const { id: projectId } = useProject();
  const params = useMemo(() => ({ projectId, mapId: map.id }), [map.id, projectId]);
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<{
    readonly plan: FloorPlan;
    readonly problems: readonly string[];
  }>();
  const [isMissing, setMissing] = useState(false);
  const isDeleted = source.isDeleted || isMissing;
  const isStored = source.isStored && !isDeleted;
  const onFailure = useCallback((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) setMissing(true);
    else toast.error(error);
  }, []);
  const storage = useMemo(() => (isStored ? createStorage(params) : undefined), [isStored, params]);
  const editor = useDocumentEditor({
    document: PLAN_DOCUMENT,
    saved: useMemo(() => toSaved(map), [map]),
    stored: draft && { version: draft.version, base: toSaved(base), content: draft.plan },
    storage,
    question: 'The changes of the floor plan are not saved yet.',
    onFailure,
  });
  const { content: plan, discard, save, ...editing } = editor;
  const send = async () => {
    const saved = await call('mapSave', { params, body: { baseVersion: editor.base.version, plan } });
    client.setQueryData(['mapGet', { params }], saved);
    return toSaved(saved);
  };
  const saveAll = async (): Promise<void> => {
    try {
      await save(send);
      await awaitRefetch();
      toast.done('The floor plan was saved.');
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await awaitRefetch();
      const problems = error instanceof ApiError ? [...new Set(Object.values(error.fields ?? {}))] : [];
      setRefusal({ plan, problems });
      if (problems.length === 0) onFailure(error);
    }
  };
  return {
    ...editing,
    plan,
    difference: useMemo(() => comparePlans(editor.base.content, plan), [plan, editor.base]),
    problems: refusal?.plan === plan ? refusal.problems : [],
    isDeleted,
    save: () => void saveAll(),
    discard: () => void discard(),
  };
}

const createStorage = (params: {
  readonly projectId: number;
  readonly mapId: string;
}): EditStorage<FloorPlan> => ({
  save: async ({ base, content: plan, version }) => {
    const body = { version, baseVersion: base.version, plan };
    return (await call('mapDraftSave', { params, body })).version;
  },
  discard: async () => {
    await call('mapDraftDiscard', { params });
  },
});
