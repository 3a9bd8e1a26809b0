import type { NetworkConfig } from '@northlight/contract';
import { type Draft, rebase } from './draft.ts';

/** A draft as the server keeps it; version 0: it keeps none, and the configuration is what is applied. */
export interface KeptDraft extends Draft {
  readonly version: number;
}

/** The server's side of a draft. */
export interface DraftDoor {
  read(): Promise<KeptDraft>;
  save(draft: Omit<KeptDraft, 'base'>): Promise<KeptDraft>;
  /** Forgets the draft, whatever its version; what is applied now. */
  discard(): Promise<KeptDraft>;
  /** Whether a save was refused because another one came before it. */
  isOvertaken(error: unknown): boolean;
}

export interface DraftState {
  /** What is shown: the kept draft, or edits that are on their way. */
  readonly draft: Draft;
  readonly saving: boolean;
  /** Why edits are not kept yet; they are tried again. */
  readonly problem: unknown;
}

/**
 * Keeps edits on the server, one save after another, each on top of the version before. When another window was faster,
 * the edits go on top of its ones. Nothing is given up while the page is open.
 */
export class DraftKeeper {
  readonly #door: DraftDoor;
  readonly #onChange: () => void;
  #kept: KeptDraft;
  #wanted: Draft | undefined;
  #running: Promise<void> | undefined;
  #problem: unknown;
  #state: DraftState;

  constructor(door: DraftDoor, kept: KeptDraft, onChange: () => void) {
    this.#door = door;
    this.#kept = kept;
    this.#onChange = onChange;
    this.#state = { draft: kept, saving: false, problem: undefined };
  }

  get state(): DraftState {
    return this.#state;
  }

  /** What the server keeps now, as far as somebody has heard; edits on their way are not touched. */
  heard(kept: KeptDraft): void {
    if (this.#running || this.#wanted) return;
    this.#kept = kept;
    this.#tell();
  }

  edit(config: NetworkConfig): Promise<void> {
    return this.stage({ ...this.#state.draft, config });
  }

  stage(draft: Draft): Promise<void> {
    this.#wanted = draft;
    return this.retry();
  }

  /** Lets go of all edits, those on their way included; a server that cannot be told now is told until it has heard. */
  async discard(): Promise<void> {
    this.#wanted = undefined;
    await this.#running;
    this.#wanted = undefined;
    try {
      this.#kept = await this.#door.discard();
    } catch {
      const { base, baseVersion } = this.#kept;
      return this.stage({ base, baseVersion, config: base });
    }
    this.#problem = undefined;
    this.#tell();
  }

  /** Resolves when everything is kept, or when it cannot be for now. */
  retry(): Promise<void> {
    this.#running ??= this.#keep().finally(() => {
      this.#running = undefined;
      this.#tell();
    });
    this.#tell();
    return this.#running;
  }

  async #keep(): Promise<void> {
    this.#problem = undefined;
    while (this.#wanted) {
      const wanted = this.#wanted;
      try {
        const { baseVersion, config } = wanted;
        this.#kept = await this.#door
          .save({ version: this.#kept.version, baseVersion, config })
          .catch(async (error: unknown) => {
            if (!this.#door.isOvertaken(error)) throw error;
            return this.#goOnTop();
          });
        if (this.#wanted === wanted) this.#wanted = undefined;
        this.#tell();
      } catch (error) {
        this.#problem = error;
        return;
      }
    }
  }

  /** What was edited here since the last version that we know, on top of the one that came before ours. */
  async #goOnTop(): Promise<KeptDraft> {
    const before = this.#kept;
    const kept = await this.#door.read();
    const { config } = this.#wanted ?? before;
    const merged = rebase({ base: before.config, config }, kept.config);
    this.#wanted = { baseVersion: kept.baseVersion, base: kept.base, config: merged };
    return kept;
  }

  #tell(): void {
    this.#state = {
      draft: this.#wanted ?? this.#kept,
      saving: this.#running !== undefined,
      problem: this.#problem,
    };
    this.#onChange();
  }
}
