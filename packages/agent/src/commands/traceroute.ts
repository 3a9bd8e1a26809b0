import { isIP } from 'node:net';
import type { CommandResult } from '@northlight/contract/device-protocol';
import { CommandFailed, type Run } from '../system/run.ts';
import { type CommandHandler, CommandRefused } from './command-handler.ts';
import { hostArgument } from './host-argument.ts';

const MOST_HOPS = 20;
/** All hops are asked at once, so that one that is silent costs its second only once. */
const ARGUMENTS = ['-n', '-q', '1', '-w', '2', '-N', String(MOST_HOPS), '-m', String(MOST_HOPS)];

/** The way to a host, hop by hop. */
export const tracerouteHandler =
  (run: Run): CommandHandler<'traceroute'> =>
  async ({ host }) => {
    const target = hostArgument(host);
    try {
      return parseTraceroute(await run(['traceroute', ...ARGUMENTS, target]));
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      const unknown = /not known|Temporary failure|No address/.test(error.message);
      throw new CommandRefused(unknown ? 'The host name is not known.' : 'The route could not be traced.', {
        cause: error,
      });
    }
  };

/** Reads what traceroute printed; hops at the end that nobody answered for are one. */
export function parseTraceroute(text: string): CommandResult {
  const hops = text.split('\n').flatMap((line) => {
    const [, hop, address = '', ms] = /^\s*(\d{1,2})\s+(\S+)(?:\s+([\d.]+) ms)?/.exec(line) ?? [];
    if (hop === undefined) return [];
    return [
      {
        hop: Number(hop),
        ...(isIP(address) !== 0 && { address }),
        ...(ms !== undefined && { roundTripMs: Number(ms) }),
      },
    ];
  });
  const last = hops.findLastIndex(({ address }) => address !== undefined);
  return { hops: hops.slice(0, last === hops.length - 1 ? hops.length : last + 2) };
}
