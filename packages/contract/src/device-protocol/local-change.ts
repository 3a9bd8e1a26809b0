import { z } from 'zod';
import { storableText as text } from '../net/index.ts';

const port = text(15);
const address = text(45);
const dns = z.array(address).max(2);

/** One way to the internet as it was set at a device's own page; what needs a secret is set in the console alone. */
export const localWan = z.discriminatedUnion('mode', [
  z.object({ port, mode: z.literal('dhcp'), dns }),
  z.object({
    port,
    mode: z.literal('static'),
    ip: address,
    prefix: z.number().int().min(1).max(30),
    gateway: address,
    dns,
  }),
]);
export type LocalWan = z.infer<typeof localWan>;

/** What was set at a device's own page under local management: the ports that it speaks of, and nothing else. */
export const localChange = z.object({ wan: z.array(localWan).max(16) });
export type LocalChange = z.infer<typeof localChange>;

/** Ways to the internet with what was set locally, port by port; their order, which is that of their use, stays. */
export function withLocalWays<W extends { readonly port: string }>(
  own: readonly W[],
  { wan }: LocalChange,
): (W | LocalWan)[] {
  const changed = own.map((each) => wan.find(({ port }) => port === each.port) ?? each);
  return [...changed, ...wan.filter(({ port }) => !own.some((each) => each.port === port))];
}
