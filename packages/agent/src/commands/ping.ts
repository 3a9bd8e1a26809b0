import type { CommandResult } from '@northlight/contract/device-protocol';
import { CommandFailed, type RunProgram } from '../system/run.ts';
import { type CommandHandler, CommandRefused } from './command-handler.ts';
import { parseHostArgument } from './parse-host-argument.ts';

/** Interval between two echo requests (s). */
const INTERVAL = '0.3';
/** Time to wait for the reply to the last request (s). */
const WAIT = '1';
/** Time limit of the whole program (s). */
const DEADLINE = '12';
const MAX_ROUND_TRIP_MS = 60_000;

/** Pings a host and returns the round-trip times (ms). A missing reply is a result, not a failure. */
export const createPingHandler =
  (run: RunProgram): CommandHandler<'ping'> =>
  async ({ count, host }) => {
    const target = parseHostArgument(host);
    const text = await run([
      'ping',
      '-n',
      '-c',
      String(count),
      '-i',
      INTERVAL,
      '-W',
      WAIT,
      '-w',
      DEADLINE,
      '--',
      target,
    ]).catch((error: unknown) => {
      if (error instanceof CommandFailed && error.output.includes('packets transmitted')) return error.output;
      throw error instanceof CommandFailed ? new CommandRefused(explain(error)) : error;
    });
    return parsePing(text);
  };

/** Parses the output of ping (iputils). */
export function parsePing(text: string): CommandResult {
  const [, sent = '0', received = '0'] =
    /(\d+) packets transmitted, (\d+)(?: packets)? received/.exec(text) ?? [];
  const roundTripsMs = [...text.matchAll(/time=([\d.]+) ms/g)]
    .map(([, ms]) => Math.min(Number(ms), MAX_ROUND_TRIP_MS))
    .slice(0, 20);
  return { ping: { sent: Number(sent), received: Number(received), roundTripsMs } };
}

function explain({ message }: CommandFailed): string {
  if (/not known|Temporary failure|No address/.test(message)) return 'The host name could not be resolved.';
  if (/unreachable/i.test(message)) return 'There is no route to the host.';
  return 'The echo request could not be sent.';
}
