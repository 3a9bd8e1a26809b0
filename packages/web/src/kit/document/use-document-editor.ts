import type { DocumentConflict, DocumentDefinition, EditSide } from '@northlight/contract';
import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { askToDiscard } from '../../app/confirm-store.ts';
import { useUndoKeys } from '../use-undo-keys.ts';
import { mergeDraft, rebaseDraft } from './draft.ts';
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
} from './history.ts';

/** A saved content with its version, which grows with each save. */
export interface SavedContent<Content> {
  readonly version: number;
  readonly content: Content;
}

/** Edits that are stored with the account until they are saved or discarded. */
export interface StoredEdits<Content> {
  /** Number of the last save of the edits. */
  readonly version: number;
  /** The saved content that the edits are based on. */
  readonly base: SavedContent<Content>;
  readonly content: Content;
}

/** Operations that store edits of a document with the account. */
export interface EditStorage<Content> {
  /** Replaces version `version` of the stored edits, 0 for none; resolves to the new version. */
  save(edits: StoredEdits<Content>): Promise<number>;
  discard(): Promise<void>;
}

interface DocumentEditorOptions<Content, Items> {
  readonly document: DocumentDefinition<Content, Items>;
  readonly saved: SavedContent<Content>;
  /** Edits that the account has stored before. */
  readonly stored: StoredEdits<Content> | undefined;
  /** Undefined if edits are not stored, such as those of visitors of the demo: a page then asks before it loses them. */
  readonly storage: EditStorage<Content> | undefined;
  /** Sentence of the question before edits are lost. */
  readonly question: string;
  /** Is called when the edits could not be stored. */
  readonly onFailure: (error: unknown) => void;
}

/** A document that is edited. */
export interface DocumentEditor<Content, Items> {
  readonly content: Content;
  /** The saved content that the edits are based on. */
  readonly base: SavedContent<Content>;
  readonly isChanged: boolean;
  /** Items that another person has changed in another way since the edits began. */
  readonly conflicts: readonly DocumentConflict<Items>[];
  readonly isSaving: boolean;
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  /** Changes the content. Changes with the same key, such as moves of one device, are one step until `endStep`. */
  readonly change: (next: (content: Content) => Content, key?: string) => void;
  readonly endStep: () => void;
  readonly resolve: (choose: (address: string) => EditSide) => void;
  /** Saves the edits by `send`, which returns the saved content. Rejects as `send` does; the edits then stay. */
  readonly save: (send: () => Promise<SavedContent<Content>>) => Promise<void>;
  /** Discards the edits after a question; resolves to false when the user keeps them. */
  readonly discard: () => Promise<boolean>;
}

interface State<Content> {
  readonly base: SavedContent<Content>;
  readonly history: EditHistory<Content>;
}

const toDraft = <Content>({ base, history }: State<Content>) => ({ base: base.content, history });

/**
 * Edits a document with undo and redo, stores the edits with the account, and merges contents that others save meanwhile at
 * once where they do not conflict.
 */
export function useDocumentEditor<Content, Items>({
  document,
  onFailure,
  question,
  saved,
  storage,
  stored,
}: DocumentEditorOptions<Content, Items>): DocumentEditor<Content, Items> {
  const [state, setState] = useState<State<Content>>(() => {
    const base = stored?.base ?? saved;
    const history = createHistory(base.content);
    return { base, history: stored ? addStep(history, stored.content) : history };
  });
  const [isSaving, setSaving] = useState(false);
  const { base, history } = state;
  const content = getContent(history);
  const isChanged = useMemo(
    () => content !== base.content && document.compare(base.content, content).length > 0,
    [base, content, document],
  );
  const isOutdated = saved.version > base.version;
  const conflicts = useMemo(
    () => (isOutdated ? mergeDraft(document, toDraft(state), saved.content).conflicts : []),
    [document, isOutdated, saved, state],
  );
  const resolve = (choose: (address: string) => EditSide): void => {
    const kept = rebaseDraft(document, toDraft(state), saved.content, choose).history;
    setState({ base: saved, history: isChanged ? kept : createHistory(saved.content) });
  };
  if (isOutdated && conflicts.length === 0) resolve(() => 'mine');
  const edits = useStoredEdits({
    base,
    content,
    isChanged,
    storage,
    onFailure,
    version: stored?.version ?? 0,
  });
  const step = useCallback((next: (before: EditHistory<Content>) => EditHistory<Content>): void => {
    setState((before) => ({ ...before, history: next(before.history) }));
  }, []);
  const change = useCallback(
    (next: (before: Content) => Content, key?: string) =>
      step((before) => addStep(before, next(getContent(before)), key)),
    [step],
  );
  const end = useCallback(() => step(endStep), [step]);
  const undoLast = canUndo(history) ? () => step(undo) : undefined;
  const redoNext = canRedo(history) ? () => step(redo) : undefined;
  useUndoKeys(undoLast, redoNext);
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname &&
      isChanged &&
      !storage &&
      !(await askToDiscard('changes', question)),
    enableBeforeUnload: () => isChanged && !edits.isStored(),
  });
  return {
    content,
    base,
    isChanged,
    conflicts,
    isSaving,
    undo: undoLast,
    redo: redoNext,
    change,
    endStep: end,
    resolve,
    save: async (send) => {
      setSaving(true);
      try {
        await edits.pause();
        const next = await send();
        // The effects of the next render remove the stored edits.
        setState({ base: next, history: createHistory(next.content) });
        edits.resume();
      } catch (error) {
        edits.resume();
        edits.store();
        throw error;
      } finally {
        setSaving(false);
      }
    },
    discard: async () => {
      if (isChanged && !(await askToDiscard('changes', question))) return false;
      setState({ base: saved, history: createHistory(saved.content) });
      return true;
    },
  };
}

/** Delay after the last change before the edits are stored (ms). */
const STORE_MS = 800;

interface StoredEditsOptions<Content> {
  readonly base: SavedContent<Content>;
  readonly content: Content;
  readonly isChanged: boolean;
  readonly storage: EditStorage<Content> | undefined;
  readonly onFailure: (error: unknown) => void;
  /** Version of the edits that are stored; 0 for none. */
  readonly version: number;
}

/** Stores edits with the account while the page is open, and once more when it closes. */
function useStoredEdits<Content>(options: StoredEditsOptions<Content>) {
  const { content } = options;
  const latest = useRef(options);
  const version = useRef(options.version);
  const stored = useRef(content);
  const running = useRef<Promise<void>>(Promise.resolve());
  const isPaused = useRef(false);
  useEffect(() => {
    latest.current = options;
  });
  const store = useCallback(async (): Promise<void> => {
    const { base, content: own, isChanged, onFailure, storage } = latest.current;
    if (!storage || isPaused.current || stored.current === own) return;
    try {
      if (isChanged) version.current = await storage.save({ version: version.current, base, content: own });
      else if (version.current > 0) {
        await storage.discard();
        version.current = 0;
      }
      stored.current = own;
    } catch (error) {
      onFailure(error);
    }
  }, []);
  const run = useCallback(() => {
    running.current = running.current.then(store);
  }, [store]);
  useEffect(() => {
    if (stored.current === content) return undefined;
    const timer = setTimeout(run, STORE_MS);
    return () => clearTimeout(timer);
  }, [content, run]);
  // Edits of the last moment are stored too.
  useEffect(() => run, [run]);
  return {
    /** True if the account has stored the edits. */
    isStored: () => stored.current === content,
    /** Waits for running requests and stores nothing until `resume`. */
    pause: async () => {
      isPaused.current = true;
      await running.current;
    },
    resume: () => {
      isPaused.current = false;
    },
    store: run,
  };
}
