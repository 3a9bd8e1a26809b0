import { isIP } from 'node:net';
import type { CommandResult } from '@northlight/contract/device-protocol';
import { CommandFailed, type RunProgram } from '../system/run.ts';
import { type CommandHandler, CommandRefused } from './command-handler.ts';
import { parseHostArgument } from './parse-host-argument.ts';

const MAX_HOPS = 20;
/** Probes all hops at the same time, so that hops without a reply add only one timeout in total. */
const ARGUMENTS = ['-n', '-q', '1', '-w', '2', '-N', String(MAX_HOPS), '-m', String(MAX_HOPS)];

export const createTracerouteHandler =
  (run: RunProgram): CommandHandler<'traceroute'> =>
  async ({ host }) => {
    const target = parseHostArgument(host);
    try {
      return parseTraceroute(await run(['traceroute', ...ARGUMENTS, target]));
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      const unknown = /not known|Temporary failure|No address/.test(error.message);
      throw new CommandRefused(
        unknown ? 'The host name could not be resolved.' : 'The route could not be traced.',
        {
          cause: error,
        },
      );
    }
  };

/** Parses the output of traceroute; reduces trailing hops without a reply to one hop. */
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
