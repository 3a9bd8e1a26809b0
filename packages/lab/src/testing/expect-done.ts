import type { Job } from '@northlight/contract';
import { expect } from 'vitest';

/** Expects a successful job. A failure message contains the devices' answers. */
export function expectDone(job: Job): void {
  expect(
    job.rows.map(({ deviceName, detail, issues, state }) => ({ deviceName, detail, issues, state })),
  ).toEqual(job.rows.map(({ deviceName }) => ({ deviceName, detail: undefined, issues: [], state: 'done' })));
}
