import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MODELS } from '@northlight/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PROGRAM = join(import.meta.dirname, 'devices.ts');

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'nl-devices-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Runs the program without a database. */
function runDevices(...args: string[]) {
  const env = { ...process.env, NORTHLIGHT_DATA: directory, DATABASE_URL: '' };
  return spawnSync(process.execPath, [PROGRAM, ...args], { env, encoding: 'utf8' });
}

test('prints its usage with --help', () => {
  const { status, stderr, stdout } = runDevices('--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('Usage: npm run devices -- register FILE.csv');
  for (const column of ['sn', 'mac', 'model', 'claimCode', 'secret']) expect(stdout).toContain(column);
});

test('refuses a model that no project can claim and lists the supported models', () => {
  const file = join(directory, 'devices.csv');
  writeFileSync(
    file,
    [
      'sn,mac,model',
      'NL20000000000001,02:00:00:00:00:01,NL-SW8P-EU',
      'NL20000000000002,02:00:00:00:00:02,XY-SW8',
    ].join('\n'),
  );
  const { status, stderr, stdout } = runDevices('register', file);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('Line 3: model: XY-SW8 is not supported.');
  for (const { prefix } of MODELS) expect(stderr).toContain(prefix);
});
