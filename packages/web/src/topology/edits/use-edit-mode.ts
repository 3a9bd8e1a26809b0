import type { Topology, TopologyEditChange, TopologyEdits } from '@northlight/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ask } from '../../app/confirm-store.ts';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { ApiError, call } from '../../kit/api/index.ts';
import { useUndoKeys } from '../../kit/use-undo-keys.ts';
import { describeChange } from './describe-change.ts';
import {
  addStep,
  applyChanges,
  createDraft,
  type EditDraft,
  type EditStep,
  listChanges,
  listConflicts,
  mergeStep,
  redo,
  resolveConflicts,
  undo,
} from './edit-draft.ts';

export interface EditMode {
  /** The saved edits with the unsaved changes. */
  readonly edits: TopologyEdits;
  readonly changes: readonly TopologyEditChange[];
  /** Changes of items that another user has changed meanwhile. */
  readonly conflicts: readonly TopologyEditChange[];
  /** Sentences about changes that the server refused. */
  readonly problems: readonly string[];
  readonly isSaving: boolean;
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  readonly add: (...step: EditStep) => void;
  /** Adds a move of a card; repeated moves of the same card are one step. */
  readonly move: (change: TopologyEditChange) => void;
  readonly resolve: (keep: 'own' | 'saved') => void;
  readonly save: () => void;
  /** Ends the edit mode; asks before changes are lost. */
  readonly discard: () => void;
}

/** The edit mode of a topology: a draft of changes that can be undone, saved or discarded. */
export function useEditMode(topology: Topology): {
  readonly mode: EditMode | undefined;
  readonly begin: (...step: EditStep) => void;
} {
  const { id: projectId } = useProject();
  const client = useQueryClient();
  const [draft, setDraft] = useState<EditDraft>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isSaving, setSaving] = useState(false);
  const saved = topology.edits;
  const changes = useMemo(() => (draft ? listChanges(draft, saved) : []), [draft, saved]);
  const edits = useMemo(
    () => (changes.length === 0 ? saved : applyChanges(saved, changes)),
    [changes, saved],
  );
  const change = (next: (before: EditDraft) => EditDraft): void => {
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
      await client.invalidateQueries({ queryKey: ['topologyGet'] });
      toast.done('The network topology was saved.');
      end();
    } catch (error) {
      await client.invalidateQueries({ queryKey: ['topologyGet'] });
      const refused = error instanceof ApiError ? listProblems(error, changes, topology) : [];
      setProblems(refused);
      if (refused.length === 0) toast.error(error);
    } finally {
      setSaving(false);
    }
  };
  const canUndo = draft !== undefined && draft.done > 0;
  const canRedo = draft !== undefined && draft.done < draft.steps.length;
  const undoLast = canUndo ? () => change(undo) : undefined;
  const redoNext = canRedo ? () => change(redo) : undefined;
  useUndoKeys(undoLast, redoNext);
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && changes.length > 0 && askToDiscard(),
    enableBeforeUnload: () => changes.length > 0,
  });
  const mode: EditMode | undefined = draft && {
    edits,
    changes,
    conflicts: listConflicts(draft, saved),
    problems,
    isSaving,
    undo: undoLast,
    redo: redoNext,
    add: (...step) => change((before) => addStep(before, step)),
    move: (step) => change((before) => mergeStep(before, [step])),
    resolve: (keep) => change((before) => resolveConflicts(before, saved, keep)),
    save: () => void save(),
    discard: () => {
      if (changes.length === 0) end();
      else void askToDiscard().then((isKept) => isKept || end());
    },
  };
  return {
    mode,
    begin: (...step) => change((before) => (step.length > 0 ? addStep(before, step) : before)),
  };
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
