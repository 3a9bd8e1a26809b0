/** `node main.ts CONFIG.json`: the agent of one Linux device, in the version that is due, until it is told to stop or to restart. */
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

// As an image of an upgrade this file is loaded by the installed one, which calls `runAgent`.
if (import.meta.main)
  main()
    .catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    })
    // A connection that the network has swallowed must not hold the process until it gives up.
    .finally(() => process.exit());
