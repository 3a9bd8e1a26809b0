import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { DomainError } from '@northlight/contract';
import { z } from 'zod';
import { openDatabase } from '../db/database.ts';
import type { Refusal, ThreadAnswer, ThreadOrder, ThreadTasks } from './database-thread.ts';

const threadData = z.object({ databaseUrl: z.string() });

/** Runs the orders of a DatabaseThread in this thread, one after another. Bytes are moved to the other thread, not copied. */
export function serveThread(tasks: ThreadTasks): void {
  // Requests and devices come first on a busy machine. Elsewhere than on Linux this would be the whole process.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const port = parentPort;
  if (!port) throw new Error('This module runs in a thread only.');
  // A lost connection fails the task that uses it.
  const db = openDatabase(threadData.parse(workerData).databaseUrl, () => undefined);
  const answer = async ({ id, input, task }: ThreadOrder): Promise<ThreadAnswer> => {
    try {
      const run = tasks[task];
      if (!run) throw new Error(`There is no task ${task}.`);
      return { id, result: await run(db, input as never) };
    } catch (error) {
      if (error instanceof DomainError) return { id, refusal: toRefusal(error) };
      return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  let last: Promise<void> = Promise.resolve();
  port.on('message', (order: ThreadOrder) => {
    last = last.then(async () => {
      const message = await answer(order);
      const bytes = 'result' in message && message.result instanceof Uint8Array ? message.result : undefined;
      port.postMessage(message, bytes?.buffer instanceof ArrayBuffer ? [bytes.buffer] : []);
    });
  });
}

const toRefusal = ({ errorName, fields, message, retryAfterSeconds, status }: DomainError): Refusal => ({
  errorName,
  message,
  status,
  ...(fields && { fields }),
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
});
