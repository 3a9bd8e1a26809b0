import type { NetworkConfig } from '@northlight/contract';
import { type Draft, rebase } from './draft.ts';

/**
 * A draft on the server. Version 0 means that there is none, and `config` is then the applied configuration.
 */
export interface SavedDraft extends Draft {
  readonly version: number;
}

/** Operations of the server on a draft. */
export interface DraftApi {
  read(): Promise<SavedDraft>;
  save(draft: Omit<SavedDraft, 'base'>): Promise<SavedDraft>;
  /** Deletes the draft of any version; resolves to the applied configuration. */
  discard(): Promise<SavedDraft>;
  /** Returns true if a save was refused because another save came first. */
  isConflict(error: unknown): boolean;
}

export interface DraftState {
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
export class DraftSaver {
  readonly #api: DraftApi;
  readonly #onChange: () => void;
  #saved: SavedDraft;
  #pending: Draft | undefined;
  #running: Promise<void> | undefined;
  #problem: unknown;
  #state: DraftState;

  constructor(api: DraftApi, saved: SavedDraft, onChange: () => void) {
    this.#api = api;
    this.#saved = saved;
    this.#onChange = onChange;
    this.#state = { draft: saved, saving: false, problem: undefined };
  }

  get state(): DraftState {
    return this.#state;
  }

  /** Uses a draft that was received from the server, unless local edits are pending. */
  adopt(saved: SavedDraft): void {
    if (this.#running || this.#pending) return;
    this.#saved = saved;
    this.#publish();
  }

  edit(config: NetworkConfig): Promise<void> {
    return this.stage({ ...this.#state.draft, config });
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
      const { base, baseVersion } = this.#saved;
      return this.stage({ base, baseVersion, config: base });
    }
    this.#problem = undefined;
    this.#publish();
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
        const { baseVersion, config } = pending;
        this.#saved = await this.#api
          .save({ version: this.#saved.version, baseVersion, config })
          .catch(async (error: unknown) => {
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
  async #rebaseEdits(): Promise<SavedDraft> {
    const before = this.#saved;
    const saved = await this.#api.read();
    const { config } = this.#pending ?? before;
    const merged = rebase({ base: before.config, config }, saved.config);
    this.#pending = { baseVersion: saved.baseVersion, base: saved.base, config: merged };
    return saved;
  }

  #publish(): void {
    this.#state = {
      draft: this.#pending ?? this.#saved,
      saving: this.#running !== undefined,
      problem: this.#problem,
    };
    this.#onChange();
  }
}
