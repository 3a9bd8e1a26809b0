import type { Api, ApiKey, HandlerInput, HandlerResult } from '@northlight/contract';
import type { Clock } from '@northlight/runtime';
import type { Db } from '../db/database.ts';
import type { Viewer } from './caller-context.ts';
import type { LargeProjectReader } from './large-project-reader.ts';
import { getQueueRequester, getViewer, type RequestContext } from './request-context.ts';
import { type HandlersOf, JsonAnswer } from './serve.ts';

/** The means of a read of a project: nothing that only the main thread has, so that it can run in another one. */
export interface ReadSource {
  readonly db: Db;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type ProjectRead<K extends ApiKey> = (
  source: ReadSource,
  viewer: Viewer,
  input: HandlerInput<Api[K]>,
) => Promise<HandlerResult<Api[K]>>;
/** Reads that one slice contributes. */
export type ProjectReads<K extends ApiKey> = { readonly [Key in K]: ProjectRead<Key> };
export type AnyProjectRead = (source: ReadSource, viewer: Viewer, input: unknown) => Promise<unknown>;

interface ReadServices {
  readonly clock: Clock;
  readonly db: Db;
  readonly largeProjects: LargeProjectReader;
}

/** Returns handlers that run reads here, and those of a large project in a thread. */
export function serveReads<K extends ApiKey>(
  { clock, db, largeProjects }: ReadServices,
  reads: ProjectReads<K>,
): HandlersOf<K> {
  const serve =
    (key: string, read: AnyProjectRead) =>
    async (input: unknown, context: RequestContext): Promise<unknown> => {
      const viewer = getViewer(context);
      const now = clock.now();
      if (!(await largeProjects.includes(viewer.project.projectId))) return read({ db, now }, viewer, input);
      const order = { key, viewer, input, now };
      return new JsonAnswer(await largeProjects.read(getQueueRequester(context).id, order));
    };
  // The type `ProjectReads` matches each read with its input type.
  const entries = Object.entries(reads) as [string, AnyProjectRead][];
  return Object.fromEntries(entries.map(([key, read]) => [key, serve(key, read)])) as HandlersOf<K>;
}
