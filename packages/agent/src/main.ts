/** `node main.ts CONFIG.json`: runs the agent of a Linux device, in its current version, until it stops or restarts. */
import './require-node.ts';
import { SystemClock } from '@northlight/runtime';
import { loadAgentConfig } from './device/load-config.ts';
import { runAgent } from './run-agent.ts';
import { launchImage } from './software/launcher.ts';

export { runAgent };

const EXAMPLE = 'node northlight-agent.mjs /etc/northlight/agent.json';
const USAGE = `Usage: node northlight-agent.mjs CONFIGURATION_FILE
Runs the agent of a Northlight device, for example: ${EXAMPLE}`;

async function main(): Promise<void> {
  const [, , configFile] = process.argv;
  if (configFile === '--help') {
    console.log(USAGE);
    return;
  }
  if (configFile === undefined) throw new Error(`Name the configuration file: ${EXAMPLE}`);
  const { stateDir } = await loadAgentConfig(configFile);
  await launchImage({ configFile, stateDir }, new SystemClock(), runAgent);
}

// Runs only as a program: the installed agent loads this file as the image of an upgrade and calls
// `runAgent`.
if (import.meta.main)
  main()
    .catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      console.error(JSON.stringify({ level: 'error', text }));
      process.exitCode = 1;
    })
    // Ends the process without waiting for the sockets of dead connections to time out.
    .finally(() => process.exit());
