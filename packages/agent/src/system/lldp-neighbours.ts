import {
  cleanForeignText,
  isNetworkEquipment,
  parseLldpCapabilities,
  parseMac,
} from '@northlight/contract/net';
import type { TopoMessage } from '@northlight/contract/device-protocol';
import { z } from 'zod';

export type LldpNeighbour = TopoMessage['lldp'][number];

const MAX_NEIGHBOURS = 512;
const MAX_TEXT = 64;
const values = z.array(z.object({ type: z.string().optional(), value: z.string() })).default([]);
const capability = z.array(z.object({ type: z.string(), enabled: z.boolean() })).optional();
const chassis = z.object({ id: values, name: values, capability: capability.catch(undefined) });
const port = z.object({ id: values, descr: values });
const neighbourEntry = z.object({
  name: z.string().min(1).max(15),
  chassis: z.array(chassis).default([]),
  port: z.array(port).default([]),
});
const printed = z.object({
  lldp: z.array(z.object({ interface: z.array(z.unknown()).default([]) })).default([]),
});

/**
 * Parses `lldpcli -f json0 show neighbors`. Skips neighbours without a MAC among their ids, which cannot be
 * matched to devices.
 */
export function parseLldpNeighbours(text: string): LldpNeighbour[] {
  const { data } = printed.safeParse(text.trim() === '' ? {} : JSON.parse(text));
  const rows = (data?.lldp ?? []).flatMap((part) => part.interface);
  return rows
    .flatMap((row): LldpNeighbour[] => {
      const { data: own } = neighbourEntry.safeParse(row);
      const [other] = own?.chassis ?? [];
      const peerMac = other?.id.map(({ value }) => parseMac(value)).find((mac) => mac !== undefined);
      if (!own || !other || peerMac === undefined) return [];
      const [far] = own.port;
      const peerPort = far?.id.find(({ type }) => type === 'ifname')?.value ?? far?.descr[0]?.value;
      const peerName = other.name[0]?.value;
      const enabled = (other.capability ?? []).flatMap((each) => (each.enabled ? [each.type] : []));
      return [
        {
          port: own.name,
          peerMac,
          ...(peerPort !== undefined && { peerPort: cleanForeignText(peerPort, MAX_TEXT) }),
          ...(peerName !== undefined && { peerName: cleanForeignText(peerName, MAX_TEXT) }),
          caps: parseLldpCapabilities(enabled),
        },
      ];
    })
    .slice(0, MAX_NEIGHBOURS);
}

/**
 * Lists the neighbours that report the clients behind them: switches, routers and access points. Other neighbours, such as
 * a computer with LLDP, are clients themselves.
 */
export const listEquipment = (neighbours: readonly LldpNeighbour[]): LldpNeighbour[] =>
  neighbours.filter(({ caps }) => isNetworkEquipment(caps));
