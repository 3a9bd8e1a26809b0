import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Part } from '../../scripts/tests/part.ts';
import { EMPTY_REPORT, type PartReport } from '../../scripts/tests/part-report.ts';
import { runParts } from '../../scripts/tests/run-parts.ts';

const createPart = (title: string, report: Partial<PartReport> = {}, missing?: string): Part => ({
  title,
  command: `npm run ${title}`,
  explainMissing: () => missing,
  run: () => Promise.resolve({ ...EMPTY_REPORT, log: `${title}.log`, ...report }),
});
const failing = (title: string): Part =>
  createPart(title, {
    passed: 2,
    failures: [{ file: 'a.test.ts', title: 'grid > sorts (A–Z)', text: 'Error: no' }],
  });

/** Runs one column of parts; returns the exit code and the printed text. `run` repeats it with the same history. */
function createRun() {
  const directory = mkdtempSync(join(tmpdir(), 'nl-runs-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return async (...parts: Part[]) => {
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    const code = await runParts([[parts]], { print, historyFile: join(directory, 'history.json') });
    return { code, text: lines.join('\n') };
  };
}

test('runs all parts after a failure, and lists each failure with the command that repeats it', async () => {
  const { code, text } = await createRun()(failing('unit'), createPart('stories', { passed: 3 }));
  expect(code).toBe(1);
  expect(text).toMatch(/✗ unit .*2 passed, 1 failed/);
  expect(text).toMatch(/✓ stories .*3 passed/);
  expect(text).toContain('Error: no');
  expect(text).toContain('npm run unit -- a.test.ts -t "grid sorts .A–Z."');
  expect(text).toMatch(/tests: 5 passed, 1 failed, 0 skipped$/);
});

test('names a failed test at once, while its part still runs', async () => {
  const failure = { file: 'a.test.ts', title: 'grid > sorts', text: 'Error: no' };
  const { text } = await createRun()({
    ...createPart('unit'),
    run: ({ onProgress }) => {
      onProgress({ passed: 1, failed: 1, filesDone: 0, files: 2, failure });
      return Promise.resolve({ ...EMPTY_REPORT, failures: [failure], log: 'unit.log' });
    },
  });
  expect(text.indexOf('✗ unit: a.test.ts > grid > sorts')).toBeLessThan(text.indexOf('✗ unit  '));
  expect(text).toMatch(/^✗ unit: a\.test\.ts > grid > sorts\n/);
});

test('reports a part that could not be started, and runs the others', async () => {
  const broken: Part = { ...createPart('lab'), run: () => Promise.reject(new Error('initdb failed')) };
  const { code, text } = await createRun()(broken, createPart('stories', { passed: 3 }));
  expect(code).toBe(1);
  expect(text).toContain('initdb failed');
  expect(text).toMatch(/✓ stories .*3 passed/);
});

test('names a skipped part with its reason, and fails for it with NORTHLIGHT_TEST_ALL', async () => {
  const run = createRun();
  vi.stubEnv('NORTHLIGHT_TEST_ALL', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const part = createPart('stories', {}, 'no Chromium was found');
  const { code, text } = await run(part);
  expect([code, text.includes('skipped: stories: no Chromium was found')]).toEqual([0, true]);
  vi.stubEnv('NORTHLIGHT_TEST_ALL', '1');
  expect((await run(part)).code).toBe(1);
});

test('accepts a repeated test, but not the same one twice in five runs', async () => {
  const run = createRun();
  const failure = { file: 'lab.test.ts', title: 'lease', text: 'Error: no lease\n  at lab.test.ts:3' };
  const repeated = createPart('lab', { passed: 1, repeated: [failure] });
  const first = await run(repeated);
  expect(first.code).toBe(0);
  expect(first.text).toContain(
    'passed after a repeat: lab.test.ts > lease\n    Error: no lease\n      at lab.test.ts:3',
  );
  for (let runs = 0; runs < 3; runs++) expect((await run(createPart('lab'))).code).toBe(0);
  const second = await run(repeated);
  expect(second.code).toBe(1);
  expect(second.text).toContain('two of the last five runs');
  for (let runs = 0; runs < 4; runs++) await run(createPart('lab'));
  expect((await run(repeated)).code).toBe(0);
});

test('runs the columns of a group beside each other, and groups one after the other', async () => {
  const order: string[] = [];
  const createSlow = (title: string, turns: number): Part => ({
    ...createPart(title),
    run: async () => {
      order.push(`${title} begins`);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      order.push(`${title} ends`);
      return { ...EMPTY_REPORT, log: '' };
    },
  });
  const directory = mkdtempSync(join(tmpdir(), 'nl-runs-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  await runParts([[[createSlow('a', 20)], [createSlow('b', 1)]], [[createSlow('c', 1)]]], {
    print: () => undefined,
    historyFile: join(directory, 'history.json'),
  });
  expect(order).toEqual(['a begins', 'b begins', 'b ends', 'a ends', 'c begins', 'c ends']);
});
