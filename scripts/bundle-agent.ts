/**
 * `npm run agent:bundle [-- DIRECTORY [VERSION]]`: writes the agent as one file for plain Node 24, its unit
 * and its uninstaller.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';

const ENTRY = 'packages/agent/src/main.ts';
const COPIED = ['northlight-agent.service', 'uninstall-agent.sh'];

/**
 * Writes `northlight-agent.mjs` and the unit to a directory; returns the exit code of the bundler. The agent
 * reports `version`, by default the version of the sources.
 */
export async function bundleAgent(directory = 'dist', version?: string): Promise<number> {
  if (directory.startsWith('-')) {
    console.error('Usage: npm run agent:bundle [-- DIRECTORY [VERSION]]');
    return 1;
  }
  if (version !== undefined && !/^\d{1,5}(\.\d{1,5}){1,3}$/.test(version)) {
    console.error('Enter a version such as 2.10.0.');
    return 1;
  }
  await mkdir(directory, { recursive: true });
  const file = join(directory, 'northlight-agent.mjs');
  const code = await runProgram('rolldown', [
    ENTRY,
    '--platform',
    'node',
    '--format',
    'esm',
    '--logLevel',
    'warn',
    // Transforms the syntax, so that an older Node.js can read the file far enough to report that it is too
    // old.
    '--transform.target',
    'node20',
    '--file',
    file,
    ...(version === undefined ? [] : ['--transform.define', `NORTHLIGHT_SOFTWARE:'${version}'`]),
  ]);
  if (code === 0)
    for (const name of COPIED) await copyFile(join('packages/agent/systemd', name), join(directory, name));
  return code;
}
