import { APPLICATIONS, type ApplicationStat } from '@northlight/contract/device-protocol';
import { z } from 'zod';
import { flowCounter, NFT_FLOW_TABLE } from '../gateway/flow-counters.ts';
import { CommandFailed, type Run } from '../system/run.ts';

const listed = z.object({
  nftables: z.array(z.object({ counter: z.object({ name: z.string(), bytes: z.number() }).optional() })),
});

/** Reads `nft -j list counters`: every application that both ways are counted of, also those that nobody used yet. */
export function parseFlowCounters(text: string): ApplicationStat[] {
  const { nftables } = listed.parse(JSON.parse(text));
  const bytes = new Map(
    nftables.flatMap(({ counter }) => (counter ? [[counter.name, counter.bytes] as const] : [])),
  );
  return APPLICATIONS.flatMap((id): ApplicationStat[] => {
    const rxBytes = bytes.get(flowCounter('received', id));
    const txBytes = bytes.get(flowCounter('sent', id));
    return rxBytes === undefined || txBytes === undefined ? [] : [{ id, rxBytes, txBytes }];
  });
}

/** What went between clients and the internet since the gateway first counted; undefined before it does. */
export async function readApplications(run: Run): Promise<ApplicationStat[] | undefined> {
  try {
    return parseFlowCounters(await run(['nft', '-j', 'list', 'counters', 'table', 'inet', NFT_FLOW_TABLE]));
  } catch (error) {
    if (error instanceof CommandFailed) return undefined;
    throw error;
  }
}
