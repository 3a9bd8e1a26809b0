/** Set-up of every file of stories: a failed story leaves its screenshots, traces and server log. */
import { relative } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { beginStory, saveEvidence } from './evidence.ts';

beforeEach(beginStory);

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await saveEvidence(
    relative(import.meta.dirname, task.file.filepath),
    task.name,
    task.result.retryCount ?? 0,
  );
});
