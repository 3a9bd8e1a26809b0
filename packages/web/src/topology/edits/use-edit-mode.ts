import {
  type DocumentConflict,
  type EditSide,
  formatChangeAddress,
  type Topology,
  TOPOLOGY_DOCUMENT,
  type TopologyDraft,
  type TopologyEditChange,
  type TopologyEdits,
  type TopologyItems,
} from '@northlight/contract';
import { useMemo, useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, ApiError, call } from '../../kit/api/index.ts';
import {
  type EditStorage,
  type StoredEdits,
  useDocumentEditor,
} from '../../kit/document/use-document-editor.ts';
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

const toSaved = (edits: TopologyEdits) => ({ version: edits.revision, content: edits });

/**
 * The edit mode of a topology: changes that can be undone, saved or discarded. It begins by itself with those that the
 * account has stored.
 */
export function useEditMode(
  topology: Topology,
  draft: TopologyDraft | undefined,
): {
  readonly mode: EditMode | undefined;
  readonly begin: (...changes: readonly TopologyEditChange[]) => void;
} {
  const project = useProject();
  const isStored = project.can.write.allowed;
  const [isOpen, setOpen] = useState(draft !== undefined);
  const [refusal, setRefusal] = useState<{
    readonly edits: TopologyEdits;
    readonly problems: readonly string[];
  }>();
  const saved = topology.edits;
  const editor = useDocumentEditor({
    document: TOPOLOGY_DOCUMENT,
    saved: useMemo(() => toSaved(saved), [saved]),
    stored: useMemo(() => draft && toStoredEdits(draft, saved), [draft, saved]),
    storage: useMemo(() => (isStored ? createStorage(project.id) : undefined), [isStored, project.id]),
    question: 'The changes of the network topology are not saved yet.',
    onFailure: (error) => toast.error(error),
  });
  const { base, change, content, isChanged } = editor;
  const { changes, edits } = useMemo(() => {
    if (!isChanged) return { edits: saved, changes: [] };
    const merged = TOPOLOGY_DOCUMENT.merge({ base: base.content, own: content, saved }).content;
    return { edits: merged, changes: TOPOLOGY_DOCUMENT.compare(saved, merged) };
  }, [base, content, isChanged, saved]);
  const send = async () => {
    const body = { baseRevision: base.version, changes: [...changes] };
    return toSaved(await call('topologyEditSave', { params: { projectId: project.id }, body }));
  };
  const saveAll = async (): Promise<void> => {
    try {
      await editor.save(send);
      await awaitRefetch();
      toast.done('The network topology was saved.');
      setOpen(false);
    } catch (error) {
      await awaitRefetch();
      const problems = error instanceof ApiError ? listProblems(error, changes, topology) : [];
      setRefusal({ edits: content, problems });
      if (problems.length === 0) toast.error(error);
    }
  };
  const add = (added: readonly TopologyEditChange[], key?: string) =>
    change((before) => TOPOLOGY_DOCUMENT.apply(before, added), key);
  const mode: EditMode | undefined =
    isOpen || isChanged
      ? {
          edits,
          changes,
          conflicts: editor.conflicts,
          problems: refusal?.edits === content ? refusal.problems : [],
          isSaving: editor.isSaving,
          undo: editor.undo,
          redo: editor.redo,
          add: (...added) => add(added),
          move: (moved) => add([moved], formatChangeAddress(moved)),
          resolve: editor.resolve,
          save: () => void saveAll(),
          discard: () => void editor.discard().then((isDone) => isDone && setOpen(false)),
        }
      : undefined;
  return {
    mode,
    begin: (...added) => {
      setOpen(true);
      if (added.length > 0) add(added);
    },
  };
}

/** Returns the stored edits with the items as they were at their base; items that they do not change are as saved. */
function toStoredEdits(
  { baseRevision, changes, undo, version }: TopologyDraft,
  saved: TopologyEdits,
): StoredEdits<TopologyEdits> {
  const base = TOPOLOGY_DOCUMENT.apply(saved, undo);
  return {
    version,
    base: { version: baseRevision, content: base },
    content: TOPOLOGY_DOCUMENT.apply(base, changes),
  };
}

const createStorage = (projectId: number): EditStorage<TopologyEdits> => ({
  save: async ({ base, content, version }) => {
    const { compare } = TOPOLOGY_DOCUMENT;
    const changes = [...compare(base.content, content)];
    const undo = [...compare(content, base.content)];
    const body = { version, baseRevision: base.version, changes, undo };
    return (await call('topologyDraftSave', { params: { projectId }, body })).version;
  },
  discard: async () => {
    await call('topologyDraftDiscard', { params: { projectId } });
  },
});

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
