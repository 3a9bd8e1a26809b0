import type { Viewer } from './caller-context.ts';

/** A read that runs in a thread. */
export interface ReadOrder {
  readonly key: string;
  readonly viewer: Viewer;
  readonly input: unknown;
  readonly now: number;
}

/** Runs reads of large projects beside the requests of the server. */
export interface LargeProjectReader {
  /** Returns true for a project whose reads would delay other requests. */
  includes(projectId: number): Promise<boolean>;
  /** Resolves to the answer as JSON. The reads of one requester run one after another. */
  read(requester: string, order: ReadOrder): Promise<Uint8Array>;
}
