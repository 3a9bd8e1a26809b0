/** A draft as the server has it. Version 0 means that there is none; the draft then has no edits. */
export interface SavedDraft<Draft> {
  readonly version: number;
  readonly draft: Draft;
}

/** Operations on the drafts of a kind of document. */
export interface DraftApi<Draft> {
  read(): Promise<SavedDraft<Draft>>;
  /** Replaces version `version` of the draft. */
  save(version: number, draft: Draft): Promise<SavedDraft<Draft>>;
  /** Deletes the draft of any version; resolves to the saved document. */
  discard(): Promise<SavedDraft<Draft>>;
  /** Returns true if a save was refused because another save came first. */
  isConflict(error: unknown): boolean;
  /** Applies the edits that lead from one draft to another to the draft of another window. */
  rebase(edits: { readonly before: Draft; readonly own: Draft }, saved: Draft): Draft;
  /** Returns a draft on the same base without edits. */
  revert(draft: Draft): Draft;
}

export interface DraftState<Draft> {
  /** The saved draft, or the newer edits that are not saved yet. */
  readonly draft: Draft;
  readonly saving: boolean;
  /** Error of the last save, which `retry` repeats; undefined after a success. */
  readonly problem: unknown;
}

/**
 * Saves edits on the server one after another. If another window has saved first, it rebases the edits on
 * that draft. Unsaved edits are kept as long as the page is open.
 */
export class DraftSaver<Draft> {
  readonly #api: DraftApi<Draft>;
  readonly #listeners = new Set<() => void>();
  #saved: SavedDraft<Draft>;
  #pending: Draft | undefined;
  #running: Promise<void> | undefined;
  #problem: unknown;
  #state: DraftState<Draft>;

  constructor(api: DraftApi<Draft>, saved: SavedDraft<Draft>) {
    this.#api = api;
    this.#saved = saved;
    this.#state = { draft: saved.draft, saving: false, problem: undefined };
  }

  readonly getState = (): DraftState<Draft> => this.#state;

  /** Calls the listener after each change of the state; returns a function that ends this. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Uses a draft that was received from the server, unless local edits are pending. Returns true if it is another version
   * than the last one of this window.
   */
  adopt(saved: SavedDraft<Draft>): boolean {
    if (this.#running || this.#pending) return false;
    const isOther = saved.version !== this.#saved.version;
    this.#saved = saved;
    this.#publish();
    return isOther;
  }

  stage(draft: Draft): Promise<void> {
    this.#pending = draft;
    return this.retry();
  }

  /**
   * Discards all edits, including edits that are being saved. If the server fails, stages the base, so that
   * `retry` removes the edits.
   */
  async discard(): Promise<void> {
    this.#pending = undefined;
    await this.#running;
    this.#pending = undefined;
    try {
      this.#saved = await this.#api.discard();
    } catch {
      return this.stage(this.#api.revert(this.#saved.draft));
    }
    this.#problem = undefined;
    this.#publish();
  }

  /** Makes a change in the draft on the server, after pending edits are saved. Rejects if one of the two fails. */
  async change(make: () => Promise<SavedDraft<Draft>>): Promise<void> {
    await this.retry();
    if (this.#problem !== undefined) throw this.#problem;
    const before = this.#saved.draft;
    const changing = make().then((saved) => {
      this.#saved = saved;
      if (this.#pending) this.#pending = this.#api.rebase({ before, own: this.#pending }, saved.draft);
    });
    // Until then, a draft that the window receives from the server waits, as during a save.
    this.#running = changing.finally(() => {
      this.#running = undefined;
      this.#publish();
      if (this.#pending) void this.retry();
    });
    this.#publish();
    await this.#running;
  }

  /** Saves pending edits; resolves when all edits are saved or a save has failed. */
  retry(): Promise<void> {
    this.#running ??= this.#saveAll().finally(() => {
      this.#running = undefined;
      this.#publish();
    });
    this.#publish();
    return this.#running;
  }

  async #saveAll(): Promise<void> {
    this.#problem = undefined;
    while (this.#pending) {
      const pending = this.#pending;
      try {
        this.#saved = await this.#api.save(this.#saved.version, pending).catch(async (error: unknown) => {
          if (!this.#api.isConflict(error)) throw error;
          return this.#rebaseEdits();
        });
        if (this.#pending === pending) this.#pending = undefined;
        this.#publish();
      } catch (error) {
        this.#problem = error;
        return;
      }
    }
  }

  /** Reads the draft of the other window and rebases the local edits on it. */
  async #rebaseEdits(): Promise<SavedDraft<Draft>> {
    const before = this.#saved.draft;
    const saved = await this.#api.read();
    this.#pending = this.#api.rebase({ before, own: this.#pending ?? before }, saved.draft);
    return saved;
  }

  #publish(): void {
    this.#state = {
      draft: this.#pending ?? this.#saved.draft,
      saving: this.#running !== undefined,
      problem: this.#problem,
    };
    for (const listener of this.#listeners) listener();
  }
}
