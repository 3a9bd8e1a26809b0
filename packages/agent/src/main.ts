/** `node main.ts CONFIG.json`: the agent of one Linux device, until it is told to stop or to restart. */
import { readFile } from 'node:fs/promises';
import { SystemClock, SystemEntropy } from '@northlight/runtime';
import { startAgent } from './agent.ts';
import { agentConfig } from './agent-config.ts';
import type { LinkLog } from './link/index.ts';
import { RESTART_EXIT_CODE } from './restart-code.ts';

const log: LinkLog = {
  info: (fields, text) => console.log(JSON.stringify({ level: 'info', text, ...plain(fields) })),
  warn: (fields, text) => console.error(JSON.stringify({ level: 'warn', text, ...plain(fields) })),
};

/** Errors as text: JSON of an error is empty. */
function plain(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, value instanceof Error ? value.message : value]),
  );
}

async function main(): Promise<void> {
  const [, , file] = process.argv;
  if (file === undefined) throw new Error('usage: node main.ts CONFIG.json');
  const config = agentConfig.parse(JSON.parse(await readFile(file, 'utf8')));
  const channel = new MessageChannel();
  const ended = new Promise<void>((resolve) => {
    // A message port keeps the process alive until it is closed.
    channel.port1.on('message', () => undefined);
    channel.port1.on('close', resolve);
  });
  const end = (code: number): void => {
    process.exitCode = code;
    channel.port1.close();
  };
  process.once('SIGINT', () => end(0));
  process.once('SIGTERM', () => end(0));
  await using agent = await startAgent(config, {
    clock: new SystemClock(),
    entropy: new SystemEntropy(),
    log,
    onReboot: () => end(RESTART_EXIT_CODE),
  });
  log.info({ sn: config.sn, kind: agent.driver.describe().caps.kind }, 'the agent runs');
  await ended;
}

main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  })
  // A connection that the network has swallowed must not hold the process until it gives up.
  .finally(() => process.exit());
