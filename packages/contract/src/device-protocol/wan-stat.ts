import { z } from 'zod';
import { measure } from './measure.ts';
import { findEarlierDuplicates } from '../kit/duplicates.ts';
import { foreignKey as key, ipv4 } from '../net/index.ts';

export const MAX_WAN_STATS = 16;
export const MAX_WAN_DNS = 4;

/** Maximum number of echo requests in one measurement. */
const MAX_PINGS = 1000;
const MAX_ROUND_TRIP_MS = 60_000;

/** Echo requests to one address over a WAN in the last 5 min. */
export const wanPing = z
  .object({
    target: ipv4,
    sent: z.number().int().min(1).max(MAX_PINGS),
    lost: z.number().int().nonnegative().max(MAX_PINGS),
    /** Median round trip of the answered requests (ms); absent without an answer. */
    latencyMs: measure(0, MAX_ROUND_TRIP_MS).optional(),
  })
  .check(({ issues, value }) => {
    const refuse = (message: string) => issues.push({ code: 'custom', message, input: value });
    if (value.lost > value.sent)
      refuse('The number of lost requests must not exceed the number of sent requests.');
    if (value.lost < value.sent !== (value.latencyMs !== undefined))
      refuse('A measurement has a latency exactly when a request was answered.');
  });
export type WanPing = z.infer<typeof wanPing>;

export const wanStat = z
  .object({
    /** WAN port of the capabilities. */
    id: key(15).min(1),
    up: z.boolean(),
    /** True for the WAN of the default route with the lowest metric. */
    inUse: z.boolean(),
    /** Address with its prefix length; both are absent without an address. */
    ip: ipv4.optional(),
    prefix: z.number().int().min(1).max(32).optional(),
    /** Absent on lines without a gateway, such as PPPoE. */
    gateway: ipv4.optional(),
    dns: z.array(ipv4).max(MAX_WAN_DNS).optional(),
    /** Time since the port has its present address (s), as far as the device observed it. */
    upSeconds: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).optional(),
    /** Pings of the WAN's default gateway. */
    gatewayPing: wanPing.optional(),
    /** Pings of one address on the internet. */
    internetPing: wanPing.optional(),
  })
  .check(({ issues, value }) => {
    const refuse = (path: (keyof typeof value)[], message: string) =>
      issues.push({ code: 'custom', path, message, input: value });
    if ((value.ip === undefined) !== (value.prefix === undefined))
      refuse(
        [value.ip === undefined ? 'prefix' : 'ip'],
        'An address and its prefix length must be reported together.',
      );
    if (value.ip === undefined)
      for (const member of ['gateway', 'upSeconds', 'gatewayPing', 'internetPing'] as const)
        if (value[member] !== undefined)
          refuse([member], 'A WAN without an address must have no gateway, time online or measurement.');
    if (value.inUse && value.ip === undefined) refuse([], 'A WAN without an address must not be in use.');
    if (value.inUse && !value.up) refuse([], 'A WAN in use must have a link.');
  });
export type WanStat = z.infer<typeof wanStat>;

export const wanStats = z
  .array(wanStat)
  .max(MAX_WAN_STATS)
  .check(({ issues, value }) => {
    const refuse = (index: number, message: string) =>
      issues.push({ code: 'custom', path: [index], message, input: value });
    for (const [index, earlier] of findEarlierDuplicates(value, ({ id }) => id).entries())
      if (earlier !== undefined) refuse(index, 'A WAN port must not be listed twice.');
    const used = value.flatMap(({ inUse }, index) => (inUse ? [index] : []));
    for (const index of used.slice(1)) refuse(index, 'At most one WAN can be in use.');
  });
