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

/** Maximum number of readings of a table whose port numbers change. */
const MAX_READINGS = 3;

/**
 * Reads the table and the port numbers. A port that is added or removed between the two readings could take the number
 * of another port, so the numbers are read before and after the table, and all again if they differ. Returns no
 * addresses while they change.
 */
export async function readAddressTable(
  readRows: () => Promise<SwitchRows>,
  readTable: () => Promise<string>,
): Promise<LearnedAddress[]> {
  let before = await readRows();
  for (let reading = 0; reading < MAX_READINGS; reading += 1) {
    const text = await readTable();
    const after = await readRows();
    if (formatNumbers(before) === formatNumbers(after)) return parseAddressTable(text, after);
    before = after;
  }
  return [];
}

const formatNumbers = ({ interfaces }: SwitchRows): string =>
  interfaces
    .map(({ name, ofport }) => `${ofport} ${name}`)
    .toSorted()
    .join();

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
