import {
  formatChangeAddress,
  type DocumentConflict,
  type EditSide,
  type Topology,
  TOPOLOGY_DOCUMENT,
  type TopologyEditChange,
  type TopologyEdits,
  type TopologyItems,
} from '@northlight/contract';
import { useBlocker } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ask } from '../../app/confirm-store.ts';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, ApiError, call } from '../../kit/api/index.ts';
import { createDraft, type DocumentDraft, mergeDraft, rebaseDraft } from '../../kit/document/draft.ts';
import { addStep, canRedo, canUndo, getContent, redo, undo } from '../../kit/document/history.ts';
import { useUndoKeys } from '../../kit/use-undo-keys.ts';
import { describeChange } from './describe-change.ts';

export interface EditMode {
  /** The saved edits with the unsaved changes. */
  readonly edits: TopologyEdits;
  readonly changes: readonly TopologyEditChange[];
  /** Items that another user has changed in another way meanwhile. */
  readonly conflicts: readonly DocumentConflict<TopologyItems>[];
  /** Sentences about changes that the server refused. */
  readonly problems: readonly string[];
  readonly isSaving: boolean;
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  readonly add: (...changes: readonly TopologyEditChange[]) => void;
  /** Adds a move of a card; repeated moves of the same card are one step. */
  readonly move: (change: TopologyEditChange) => void;
  readonly resolve: (choose: (address: string) => EditSide) => void;
  readonly save: () => void;
  /** Ends the edit mode; asks before changes are lost. */
  readonly discard: () => void;
}

type Draft = DocumentDraft<TopologyEdits>;

const applyStep = (draft: Draft, changes: readonly TopologyEditChange[], key?: string): Draft => ({
  ...draft,
  history: addStep(draft.history, TOPOLOGY_DOCUMENT.apply(getContent(draft.history), changes), key),
});

/** The edit mode of a topology: a draft of changes that can be undone, saved or discarded. */
export function useEditMode(topology: Topology): {
  readonly mode: EditMode | undefined;
  readonly begin: (...changes: readonly TopologyEditChange[]) => void;
} {
  const { id: projectId } = useProject();
  const [draft, setDraft] = useState<Draft>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isSaving, setSaving] = useState(false);
  const saved = topology.edits;
  const { changes, conflicts, edits } = useMemo(() => {
    if (!draft) return { edits: saved, changes: [], conflicts: [] };
    const merged = mergeDraft(TOPOLOGY_DOCUMENT, draft, saved);
    const unsaved = TOPOLOGY_DOCUMENT.compare(saved, merged.content);
    return {
      edits: unsaved.length === 0 ? saved : merged.content,
      changes: unsaved,
      conflicts: merged.conflicts,
    };
  }, [draft, saved]);
  const change = (next: (before: Draft) => Draft): void => {
    setProblems([]);
    setDraft((before) => next(before ?? createDraft(saved)));
  };
  const end = (): void => {
    setDraft(undefined);
    setProblems([]);
  };
  const save = async (): Promise<void> => {
    if (changes.length === 0) return end();
    setSaving(true);
    try {
      const body = { baseRevision: saved.revision, changes: [...changes] };
      await call('topologyEditSave', { params: { projectId }, body });
      await awaitRefetch();
      toast.done('The network topology was saved.');
      end();
    } catch (error) {
      await awaitRefetch();
      const refused = error instanceof ApiError ? listProblems(error, changes, topology) : [];
      setProblems(refused);
      if (refused.length === 0) toast.error(error);
    } finally {
      setSaving(false);
    }
  };
  const step = (next: typeof undo): void =>
    change((before) => ({ ...before, history: next(before.history) }));
  const undoLast = draft && canUndo(draft.history) ? () => step(undo) : undefined;
  const redoNext = draft && canRedo(draft.history) ? () => step(redo) : undefined;
  useUndoKeys(undoLast, redoNext);
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && changes.length > 0 && askToDiscard(),
    enableBeforeUnload: () => changes.length > 0,
  });
  const mode: EditMode | undefined = draft && {
    edits,
    changes,
    conflicts,
    problems,
    isSaving,
    undo: undoLast,
    redo: redoNext,
    add: (...added) => change((before) => applyStep(before, added)),
    move: (moved) => change((before) => applyStep(before, [moved], formatChangeAddress(moved))),
    resolve: (choose) => change((before) => rebaseDraft(TOPOLOGY_DOCUMENT, before, saved, choose)),
    save: () => void save(),
    discard: () => {
      if (changes.length === 0) end();
      else void askToDiscard().then((isKept) => isKept || end());
    },
  };
  return { mode, begin: (...added) => change((before) => applyStep(before, added)) };
}

/** Returns a sentence for each refused change; fields of the answer are such as `changes.3.value.name`. */
function listProblems(
  { fields = {} }: ApiError,
  changes: readonly TopologyEditChange[],
  topology: Topology,
): readonly string[] {
  return Object.entries(fields).map(([field, sentence]) => {
    const change = changes[Number(field.split('.')[1])];
    return change ? `${describeChange(change, topology)}: ${sentence}` : sentence;
  });
}

/** Asks whether to discard the changes; resolves to true when the user keeps them. */
const askToDiscard = (): Promise<boolean> =>
  new Promise((resolve) =>
    ask({
      title: 'Discard your changes?',
      body: 'The changes of the network topology are not saved yet.',
      confirm: 'Discard changes',
      cancel: 'Keep editing',
      danger: true,
      onConfirm: () => resolve(false),
      onCancel: () => resolve(true),
    }),
  );
