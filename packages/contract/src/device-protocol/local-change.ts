import { z } from 'zod';
import { foreignKey as key } from '../net/index.ts';

const port = key(15);
const address = key(45);
const dns = z.array(address).max(2);

/**
 * A WAN connection that was set on a device's local page. Connections with secrets can be set only in the
 * console.
 */
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

/** Settings made on a device's local page under local management. Contains only the changed ports. */
export const localChange = z.object({ wan: z.array(localWan).max(16) });
export type LocalChange = z.infer<typeof localChange>;

/** Merges WAN connections that were set locally, by port. Keeps the order, which is their priority. */
export function mergeLocalWan<W extends { readonly port: string }>(
  own: readonly W[],
  { wan }: LocalChange,
): (W | LocalWan)[] {
  const changed = own.map((each) => wan.find(({ port }) => port === each.port) ?? each);
  return [...changed, ...wan.filter(({ port }) => !own.some((each) => each.port === port))];
}
