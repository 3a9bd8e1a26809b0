import { parseMac } from '@northlight/contract/net';
import type { TopoMessage } from '@northlight/contract/device-protocol';
import { z } from 'zod';

export type LldpNeighbour = TopoMessage['lldp'][number];

const MAX_NEIGHBOURS = 512;
const values = z.array(z.object({ type: z.string().optional(), value: z.string() })).default([]);
const chassis = z.object({ id: values, name: values });
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
      return [
        {
          port: own.name,
          peerMac,
          ...(peerPort !== undefined && { peerPort: toPrintable(peerPort, 32) }),
          ...(peerName !== undefined && { peerName: toPrintable(peerName, 64) }),
        },
      ];
    })
    .slice(0, MAX_NEIGHBOURS);
}

/** Removes unprintable characters and shortens the text, because a neighbour can choose any name. */
const toPrintable = (text: string, length: number): string =>
  text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, length);
