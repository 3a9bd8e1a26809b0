import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
let directory: string;
let bundle: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'nl-bundle-'));
  bundle = join(directory, 'northlight-agent.mjs');
  const args = ['scripts/bootstrap.js', 'agent:bundle', directory];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({ status: 0 });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Runs the bundle with a simulated version of Node.js. */
function runAs(version: string, ...args: string[]) {
  const preload = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  const module = `data:text/javascript,${encodeURIComponent(preload)}`;
  return spawnSync(process.execPath, ['--import', module, bundle, ...args], { encoding: 'utf8' });
}

test.each(['18.20.4', '20.20.2', '22.11.0'])(
  'the bundled agent exits under Node.js %s with one line that names the required version',
  (version) => {
    const { status, stderr, stdout } = runAs(version);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(stderr)).toMatchObject({
      level: 'error',
      text: expect.stringContaining('The agent needs Node.js 24 or later'),
    });
  },
);

test('the bundled agent starts under Node.js 24', () => {
  expect(runAs('24.0.0').stderr).toContain('Name the configuration file');
  expect(runAs('24.0.0', '--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('Usage:') });
});

test('the bundled agent has no syntax that Node.js 20 cannot read', () => {
  // The sources use only one syntax that is newer, explicit resource management, and the bundle must not
  // contain it.
  expect(readFileSync(bundle, 'utf8')).not.toMatch(/^\s*(?:await )?using \w+ =/m);
});
