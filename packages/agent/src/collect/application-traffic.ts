import { APPLICATIONS, type ApplicationStat } from '@northlight/contract/device-protocol';
import { z } from 'zod';
import { nameFlowCounter, NFT_FLOW_TABLE } from '../gateway/flow-counters.ts';
import { CommandFailed, type RunProgram } from '../system/run.ts';

const listed = z.object({
  nftables: z.array(z.object({ counter: z.object({ name: z.string(), bytes: z.number() }).optional() })),
});

/**
 * Parses the output of `nft -j list counters`: returns every application with the bytes of both directions,
 * zero included.
 */
export function parseFlowCounters(text: string): ApplicationStat[] {
  const { nftables } = listed.parse(JSON.parse(text));
  const bytes = new Map(
    nftables.flatMap(({ counter }) => (counter ? [[counter.name, counter.bytes] as const] : [])),
  );
  return APPLICATIONS.flatMap((id): ApplicationStat[] => {
    const rxBytes = bytes.get(nameFlowCounter('received', id));
    const txBytes = bytes.get(nameFlowCounter('sent', id));
    return rxBytes === undefined || txBytes === undefined ? [] : [{ id, rxBytes, txBytes }];
  });
}

/** Returns the bytes between clients and the internet by application, since counting started; undefined without counters. */
export async function readApplications(run: RunProgram): Promise<ApplicationStat[] | undefined> {
  try {
    return parseFlowCounters(await run(['nft', '-j', 'list', 'counters', 'table', 'inet', NFT_FLOW_TABLE]));
  } catch (error) {
    if (error instanceof CommandFailed) return undefined;
    throw error;
  }
}
