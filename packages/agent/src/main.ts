/** `node main.ts CONFIG.json`: runs the agent of a Linux device, in its current version, until it stops or restarts. */
import { readFile } from 'node:fs/promises';
import { SystemClock } from '@northlight/runtime';
import { agentConfig } from './agent-config.ts';
import { runAgent } from './run-agent.ts';
import { launchImage } from './software/launcher.ts';

export { runAgent };

async function main(): Promise<void> {
  const [, , configFile] = process.argv;
  if (configFile === undefined) throw new Error('usage: node main.ts CONFIG.json');
  const { stateDir } = agentConfig.parse(JSON.parse(await readFile(configFile, 'utf8')));
  await launchImage({ configFile, stateDir }, new SystemClock(), runAgent);
}

// The installed agent loads this file as the image of an upgrade and calls `runAgent`.
if (import.meta.main)
  main()
    .catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    })
    // Do not wait for sockets of dead connections to time out.
    .finally(() => process.exit());
