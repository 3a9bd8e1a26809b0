import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type PartReport, REPORT_FILE } from '../../scripts/tests/part-report.ts';

const SOURCE = `
import { expect, it } from 'vitest';
let attempts = 0;
it('passes', () => { console.log('noise of a test that passes'); });
it('fails', () => { expect('one').toBe('other'); });
it('needs a repeat', { retry: 1 }, () => { attempts += 1; expect(attempts).toBe(2); });
it.skip('is skipped', () => undefined);
it('is expensive', ({ task }) => { task.meta.processorMs = 1_200; });
it('is a proof', { tags: ['proof'] }, () => undefined);
`;

test('reports the tests of a run in a file, and prints nothing', { timeout: 60_000 }, () => {
  mkdirSync('node_modules/.cache', { recursive: true });
  const directory = mkdtempSync(join('node_modules', '.cache', 'nl-reporter-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'report.json');
  writeFileSync(join(directory, 'sample.check.mjs'), SOURCE);
  writeFileSync(
    join(directory, 'vitest.config.mjs'),
    `export default { test: { include: ['**/*.check.mjs'], exclude: [], tags: [{ name: 'proof' }] } };`,
  );
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [
      join('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--root',
      directory,
      '--config',
      'vitest.config.mjs',
      '--reporter',
      join(process.cwd(), 'scripts', 'tests', 'quiet-reporter.ts'),
      '--tags-filter',
      '!proof',
    ],
    {
      encoding: 'utf8',
      env: { ...process.env, [REPORT_FILE]: join(process.cwd(), file), VITEST: undefined },
    },
  );
  expect(stderr).toBe('');
  const report = JSON.parse(readFileSync(file, 'utf8')) as PartReport;
  const path = join(directory, 'sample.check.mjs');
  expect(report).toMatchObject({
    passed: 3,
    skipped: 1,
    failures: [{ file: path, title: 'fails', text: expect.stringContaining('AssertionError: expected') }],
    repeated: [{ file: path, title: 'needs a repeat', text: expect.stringContaining('AssertionError') }],
    expensive: [{ file: path, title: 'is expensive', processorMs: 1_200 }],
  });
  expect(report.failures).toHaveLength(1);
  expect([status, stdout.trim()]).toEqual([1, '']);
});
