import { SystemClock, SystemEntropy } from '@northlight/runtime';
import { startAgent } from './device/agent.ts';
import { checkInterfaces } from './device/check-interfaces.ts';
import { loadAgentConfig } from './device/load-config.ts';
import { readLinks } from './system/json-commands.ts';
import { runProgram } from './system/run.ts';
import type { LinkLog } from './link/index.ts';
import { RESTART_EXIT_CODE } from './device/restart-code.ts';
import type { LaunchContext } from './software/launch-context.ts';

const formatLogLine = (level: string, fields: object, text: string): string =>
  `${JSON.stringify({ level, text, ...replaceErrors(fields) })}\n`;
const log: LinkLog = {
  info: (fields, text) => void process.stdout.write(formatLogLine('info', fields, text)),
  warn: (fields, text) => void process.stderr.write(formatLogLine('warn', fields, text)),
};

/** Replaces errors by their message, because an error is empty in JSON. */
function replaceErrors(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, value instanceof Error ? value.message : value]),
  );
}

/** Runs the agent until it stops or restarts. The launcher calls this export of each image. */
export async function runAgent(configFile: string, launch: LaunchContext): Promise<void> {
  const config = await loadAgentConfig(configFile);
  const links = await readLinks(runProgram);
  checkInterfaces(
    config,
    configFile,
    links.map(({ ifname }) => ifname),
  );
  const channel = new MessageChannel();
  const ended = new Promise<void>((resolve) => {
    // Keeps the process running: a message port with a listener does so until it is closed.
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
    launch,
    onReboot: () => end(RESTART_EXIT_CODE),
  });
  const { caps, sw } = agent.driver.describe();
  log.info({ sn: config.sn, kind: caps.kind, sw }, 'the agent runs');
  await ended;
}
