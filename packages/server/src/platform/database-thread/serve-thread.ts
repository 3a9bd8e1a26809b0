import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { openDatabase } from '../db/database.ts';
import type { ThreadAnswer, ThreadOrder, ThreadTasks } from './database-thread.ts';

const threadData = z.object({ databaseUrl: z.string() });

/** Runs the orders of a DatabaseThread in this thread, one after another. */
export function serveThread(tasks: ThreadTasks): void {
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
      return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  let last: Promise<void> = Promise.resolve();
  port.on('message', (order: ThreadOrder) => {
    last = last.then(async () => port.postMessage(await answer(order)));
  });
}
