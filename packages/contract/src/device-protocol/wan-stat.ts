import { z } from 'zod';
import { ipv4, storableText as text } from '../net/index.ts';

export const MAX_WAN_STATS = 16;
export const MAX_WAN_DNS = 4;

/** Current state of a WAN port. */
export const wanStat = z
  .object({
    /** Id of the WAN port in the capabilities. */
    id: text(15).min(1),
    up: z.boolean(),
    /** True for the WAN of the default route with the lowest metric. */
    inUse: z.boolean(),
    /** Address and its prefix length; both are absent while the port has no address. */
    ip: ipv4.optional(),
    prefix: z.number().int().min(1).max(32).optional(),
    /** Address of the next hop; absent on lines without a gateway, such as PPPoE. */
    gateway: ipv4.optional(),
    dns: z.array(ipv4).max(MAX_WAN_DNS).optional(),
  })
  .check(({ issues, value }) => {
    const refuse = (message: string) => issues.push({ code: 'custom', message, input: value });
    if ((value.ip === undefined) !== (value.prefix === undefined)) refuse('An address has a prefix.');
    if (value.ip === undefined && (value.gateway !== undefined || value.inUse))
      refuse('A WAN without an address has no gateway and is not in use.');
    if (value.inUse && !value.up) refuse('A WAN in use has a link.');
  });
export type WanStat = z.infer<typeof wanStat>;

export const wanStats = z
  .array(wanStat)
  .max(MAX_WAN_STATS)
  .refine((wans) => new Set(wans.map(({ id }) => id)).size === wans.length, 'A WAN port is listed once.')
  .refine((wans) => wans.filter(({ inUse }) => inUse).length <= 1, 'One WAN is in use at most.');
