import { Worker } from 'node:worker_threads';
import { DomainError, type ErrorName } from '@northlight/contract';
import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';

/** Work of a thread by name. Arguments and results are copied between threads. */
export type ThreadTasks = Readonly<Record<string, (db: Db, input: never) => Promise<unknown>>>;

export interface ThreadOrder {
  readonly id: number;
  readonly task: string;
  readonly input: unknown;
}

export type ThreadAnswer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly refusal: Refusal }
  | { readonly id: number; readonly error: string };

/** Parts of a DomainError, because classes are lost between threads. */
export type Refusal = NonNullable<ConstructorParameters<typeof DomainError>[1]> & {
  readonly errorName: ErrorName;
};

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

interface DatabaseThreadOptions {
  /** Module that calls `serveThread` with the tasks. */
  readonly module: URL;
  readonly databaseUrl: string;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Runs work on whole large projects in a thread with a database connection of its own, one task after another, so that it
 * does not delay the requests and devices of other projects. The thread starts with the first task.
 */
export class DatabaseThread<T extends ThreadTasks> implements AsyncDisposable {
  readonly #options: DatabaseThreadOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #count = 0;

  constructor(options: DatabaseThreadOptions) {
    this.#options = options;
  }

  /** Runs a task. Rejects with its DomainError, with the message of another error, and if the thread ends. */
  run<K extends keyof T & string>(task: K, input: Parameters<T[K]>[1]): ReturnType<T[K]> {
    const worker = (this.#worker ??= this.#start());
    const id = ++this.#count;
    const answer = new Promise<never>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const order: ThreadOrder = { id, task, input };
    worker.postMessage(order, []);
    return answer as ReturnType<T[K]>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const { databaseUrl, log, module } = this.#options;
    const worker = new Worker(module, { workerData: { databaseUrl } });
    // The thread alone does not keep the process running.
    worker.unref();
    worker.on('message', (answer: ThreadAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('error' in answer) waiting?.reject(new Error(answer.error));
      else if ('refusal' in answer)
        waiting?.reject(new DomainError(answer.refusal.errorName, answer.refusal));
      else waiting?.resolve(answer.result as never);
    });
    worker.on('error', (error) => log.warn({ err: error }, 'the thread for large projects has failed'));
    worker.on('exit', () => {
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values())
        reject(new Error('The thread for large projects has ended.'));
      this.#waiting.clear();
    });
    return worker;
  }
}
