import type { CommandResult } from '@northlight/contract/device-protocol';
import { CommandFailed, type Run } from '../system/run.ts';
import { type CommandHandler, CommandRefused } from './command-handler.ts';
import { hostArgument } from './host-argument.ts';

/** Seconds between two echoes, and for the answer to the last. */
const INTERVAL = '0.3';
const WAIT = '1';
/** The program's own end, whatever happens (s). */
const AT_MOST = '12';
const LONGEST_MS = 60_000;

/** Sends echoes and tells the round trips. Nobody answering is a result, not a failure. */
export const pingHandler =
  (run: Run): CommandHandler<'ping'> =>
  async ({ count, host }) => {
    const target = hostArgument(host);
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
      AT_MOST,
      '--',
      target,
    ]).catch((error: unknown) => {
      if (error instanceof CommandFailed && error.output.includes('packets transmitted')) return error.output;
      throw error instanceof CommandFailed ? new CommandRefused(explain(error)) : error;
    });
    return parsePing(text);
  };

/** Reads what ping printed (iputils). */
export function parsePing(text: string): CommandResult {
  const [, sent = '0', received = '0'] =
    /(\d+) packets transmitted, (\d+)(?: packets)? received/.exec(text) ?? [];
  const roundTripsMs = [...text.matchAll(/time=([\d.]+) ms/g)]
    .map(([, ms]) => Math.min(Number(ms), LONGEST_MS))
    .slice(0, 20);
  return { ping: { sent: Number(sent), received: Number(received), roundTripsMs } };
}

function explain({ message }: CommandFailed): string {
  if (/not known|Temporary failure|No address/.test(message)) return 'The host name is not known.';
  if (/unreachable/i.test(message)) return 'There is no route to the host.';
  return 'The echo could not be sent.';
}
