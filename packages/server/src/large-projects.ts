import type { TopologyCause } from '@northlight/contract';
import type { Logger } from 'pino';
import type { LargeProjectTasks } from './large-projects-thread.ts';
import { DatabaseThread } from './platform/database-thread/database-thread.ts';
import type { Db } from './platform/db/database.ts';
import type { LargeProjectReader, ReadOrder } from './platform/http/large-project-reader.ts';

/** Number of devices from which whole projects are processed in a thread: about 20 ms of work. */
const LARGE_PROJECT_DEVICES = 500;

export interface TopologyOrder {
  readonly projectId: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly causes: readonly TopologyCause[];
}

interface LargeProjectsOptions {
  readonly db: Db;
  readonly databaseUrl: string;
  readonly log: Pick<Logger, 'warn'>;
  /** Number of devices from which a project is large; 500 by default. */
  readonly from?: number | undefined;
}

/** Work on whole large projects, in a thread beside the requests and devices of other projects. */
export class LargeProjects implements LargeProjectReader, AsyncDisposable {
  readonly #db: Db;
  readonly #from: number;
  readonly #thread: DatabaseThread<LargeProjectTasks>;
  /** Last read of each requester, so that one with many requests does not delay the others. */
  readonly #lastReads = new Map<string, Promise<unknown>>();

  constructor({ databaseUrl, db, from = LARGE_PROJECT_DEVICES, log }: LargeProjectsOptions) {
    this.#db = db;
    this.#from = from;
    const module = new URL('large-projects-thread.ts', import.meta.url);
    this.#thread = new DatabaseThread({ module, databaseUrl, log });
  }

  async includes(projectId: number): Promise<boolean> {
    if (this.#from === 0) return true;
    const last = await this.#db
      .selectFrom('devices')
      .select('project_id')
      .where('project_id', '=', projectId)
      .offset(this.#from - 1)
      .limit(1)
      .executeTakeFirst();
    return last !== undefined;
  }

  updateTopology(order: TopologyOrder): ReturnType<LargeProjectTasks['updateTopology']> {
    return this.#thread.run('updateTopology', order);
  }

  async read(requester: string, order: ReadOrder): Promise<Uint8Array> {
    const earlier = this.#lastReads.get(requester) ?? Promise.resolve();
    const read = earlier.catch(() => undefined).then(() => this.#thread.run('read', order));
    this.#lastReads.set(requester, read);
    try {
      return await read;
    } finally {
      if (this.#lastReads.get(requester) === read) this.#lastReads.delete(requester);
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#thread[Symbol.asyncDispose]();
  }
}
