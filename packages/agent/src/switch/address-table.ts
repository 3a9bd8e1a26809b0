import { parseMac } from '@northlight/contract/net';
import type { SwitchRows } from './switch-rows.ts';

/** An address that the switch has learned, and the bridge port behind which it is. */
export interface LearnedAddress {
  readonly port: string;
  readonly mac: string;
  readonly vlan: number;
}

/** A message of the topology has room for this many. */
const MOST_ADDRESSES = 2_000;

/** Reads `fdb/show`, which numbers its ports; the database names them. A member of an aggregation stands for it. */
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
    .slice(0, MOST_ADDRESSES);
}
