import type { TopoMessage } from '@northlight/contract/device-protocol';
import { parseMac } from '@northlight/contract/net';
import { HOUR_MS } from '@northlight/runtime';
import { z } from 'zod';

/** A quiet host is removed from a switch's table after minutes, but stays where it is. */
const KEPT_MS = 24 * HOUR_MS;
/** Limit per device, against reports of invented addresses; the newest are kept. */
const MAX_ADDRESSES = 10_000;

/** A MAC address in lower case, the port at which a device learned it last, and the time of that report (ms). */
export const learnedAddress = z.object({ mac: z.string(), port: z.string(), at: z.number() });
export type LearnedAddress = z.infer<typeof learnedAddress>;

/** Adds the addresses of a report: the newest port of an address wins, and addresses of 24 h ago are dropped. */
export function mergeAddresses(
  earlier: readonly LearnedAddress[],
  reported: NonNullable<TopoMessage['fdb']>,
  now: number,
): LearnedAddress[] {
  const byMac = new Map<string, LearnedAddress>();
  for (const { mac, port } of reported) {
    const address = parseMac(mac);
    if (address !== undefined) byMac.set(address, { mac: address, port, at: now });
  }
  for (const each of earlier) if (!byMac.has(each.mac) && now - each.at < KEPT_MS) byMac.set(each.mac, each);
  return [...byMac.values()].slice(0, MAX_ADDRESSES);
}

/** Returns true if both lists have the same addresses at the same ports. */
export function haveSamePorts(one: readonly LearnedAddress[], other: readonly LearnedAddress[]): boolean {
  const ports = new Map(one.map(({ mac, port }) => [mac, port]));
  return one.length === other.length && other.every(({ mac, port }) => ports.get(mac) === port);
}
