import { z } from 'zod';
import type { Run } from '../system/run.ts';
import { NFT_TABLE, type NftRuleset } from './nft-ruleset.ts';

const listed = z.object({ nftables: z.array(z.record(z.string(), z.unknown())) });
const named = z.object({ name: z.string(), elem: z.array(z.unknown()).optional() });
const inChain = z.object({ chain: z.string() });

/** How many rules each chain has, and how many elements each map. Spelling differs between what is loaded and listed. */
function census(objects: readonly Record<string, unknown>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const object of objects) {
    const rule = inChain.safeParse(object['rule']).data;
    if (rule) counts.set(`chain ${rule.chain}`, (counts.get(`chain ${rule.chain}`) ?? 0) + 1);
    const map = named.safeParse(object['map']).data;
    if (map) counts.set(`map ${map.name}`, map.elem?.length ?? 0);
  }
  return counts;
}

/** What the kernel has otherwise than it was loaded, as sentences. */
export async function verifyNft({ nftables }: NftRuleset, run: Run): Promise<string[]> {
  const wanted = census(
    nftables.flatMap((command) => {
      const { data } = z.object({ add: z.record(z.string(), z.unknown()) }).safeParse(command);
      return data ? [data.add] : [];
    }),
  );
  const text = await run(['nft', '-j', 'list', 'table', 'inet', NFT_TABLE]);
  const found = census(listed.parse(JSON.parse(text)).nftables);
  return [...wanted].flatMap(([what, count]) =>
    (found.get(what) ?? 0) === count ? [] : [`The firewall's ${what} is not as it was loaded.`],
  );
}
