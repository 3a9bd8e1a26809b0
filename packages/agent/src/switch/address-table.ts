import { parseMac } from '@northlight/contract/net';
import type { SwitchRows } from './switch-rows.ts';

/** A learned MAC address and its bridge port. */
export interface LearnedAddress {
  readonly port: string;
  readonly mac: string;
  readonly vlan: number;
}

/** Maximum number of addresses in a topology message. */
const MAX_ADDRESSES = 2_000;

/**
 * Parses `fdb/show` and maps its port numbers to port names; maps members of an aggregation to the
 * aggregation.
 */
export function parseAddressTable(text: string, { interfaces, ports }: SwitchRows): LearnedAddress[] {
  const names = new Map(
    interfaces.flatMap(({ name, ofport, uuid }) => {
      const port = ports.find((row) => row.interfaces.includes(uuid))?.name ?? name;
      return ofport === undefined ? [] : [[String(ofport), port] as const];
    }),
  );
  return text
    .split('\n')
    .flatMap((line): LearnedAddress[] => {
      const [, number = '', vlan = '', address = ''] =
        /^\s*(\S+)\s+(\d+)\s+([0-9a-f:]{17})\s+\S+\s*$/.exec(line) ?? [];
      const port = names.get(number);
      const mac = parseMac(address);
      return port === undefined || mac === undefined ? [] : [{ port, mac, vlan: Number(vlan) }];
    })
    .slice(0, MAX_ADDRESSES);
}
