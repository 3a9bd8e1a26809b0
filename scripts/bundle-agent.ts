/** `npm run agent:bundle`: the agent as one file that plain Node 24 runs, and its systemd unit, in `dist/`. */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';

const ENTRY = 'packages/agent/src/main.ts';
const UNIT = 'northlight-agent.service';

/** Writes `northlight-agent.mjs` and the unit to a directory; answers the exit code of the bundler. */
export async function bundleAgent(directory = 'dist'): Promise<number> {
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
    '--file',
    file,
  ]);
  if (code === 0) await copyFile(join('packages/agent/systemd', UNIT), join(directory, UNIT));
  return code;
}
