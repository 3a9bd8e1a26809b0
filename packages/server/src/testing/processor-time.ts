/** Vitest set-up of unit and API tests: records the processor time of each test for the report of the run. */
import { afterEach, beforeEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time of the test and its hooks in the test process (ms). */
    processorMs?: number;
  }
}

let start = process.cpuUsage();

beforeEach(() => {
  start = process.cpuUsage();
});

afterEach(({ task }) => {
  const { system, user } = process.cpuUsage(start);
  task.meta.processorMs = Math.round((system + user) / 1000);
});
