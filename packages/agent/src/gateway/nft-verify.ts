import { z } from 'zod';
import type { RunProgram } from '../system/run.ts';
import { NFT_TABLE, type NftRuleset } from './nft-ruleset.ts';

const listed = z.object({ nftables: z.array(z.record(z.string(), z.unknown())) });
const named = z.object({ name: z.string(), elem: z.array(z.unknown()).optional() });
const inChain = z.object({ chain: z.string() });

/**
 * Counts rules by chain and elements by map. Their contents cannot be compared, because nft lists them in
 * another form.
 */
function countObjects(objects: readonly Record<string, unknown>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const object of objects) {
    const rule = inChain.safeParse(object['rule']).data;
    if (rule) counts.set(`chain ${rule.chain}`, (counts.get(`chain ${rule.chain}`) ?? 0) + 1);
    const map = named.safeParse(object['map']).data;
    if (map) counts.set(`map ${map.name}`, map.elem?.length ?? 0);
  }
  return counts;
}

/** Returns the sentences that describe differences between the ruleset and the tables in the kernel. */
export async function verifyNft({ nftables }: NftRuleset, run: RunProgram): Promise<string[]> {
  const expected = countObjects(
    nftables.flatMap((command) => {
      const { data } = z.object({ add: z.record(z.string(), z.unknown()) }).safeParse(command);
      return data ? [data.add] : [];
    }),
  );
  const text = await run(['nft', '-j', 'list', 'table', 'inet', NFT_TABLE]);
  const found = countObjects(listed.parse(JSON.parse(text)).nftables);
  return [...expected].flatMap(([what, count]) =>
    (found.get(what) ?? 0) === count ? [] : [`The firewall's ${what} differs from the loaded ruleset.`],
  );
}
