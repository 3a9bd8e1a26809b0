import { parseMac } from '@northlight/contract/net';
import { z } from 'zod';
import { OVS_BRIDGE } from '../gateway/plan.ts';
import type { GatewaySystem } from '../gateway/gateway-system.ts';
import type { RunProgram } from '../system/run.ts';

/** LAN port at which each MAC address was last seen. */
export type ForwardingTable = ReadonlyMap<string, string>;

const bridgeRow = z.object({ mac: z.string(), ifname: z.string(), flags: z.array(z.string()).default([]) });

/** Reads the learned addresses of the kernel bridge or Open vSwitch. */
export async function readForwardingTable(system: GatewaySystem, run: RunProgram): Promise<ForwardingTable> {
  if (system.kind === 'bridge') return parseBridgeFdb(await run(['bridge', '-j', 'fdb', 'show']));
  const [table, ports] = await Promise.all([
    run(['ovs-appctl', '-t', system.ovs.control, 'fdb/show', OVS_BRIDGE]),
    run([
      'ovs-vsctl',
      `--db=${system.ovs.db}`,
      '--format=json',
      '--columns=name,ofport',
      'list',
      'Interface',
    ]),
  ]);
  return parseOvsFdb(table, ports);
}

export function parseBridgeFdb(text: string): ForwardingTable {
  const rows = z.array(z.unknown()).safeParse(text.trim() === '' ? [] : JSON.parse(text));
  const parsed = (rows.data ?? []).flatMap((row) => bridgeRow.safeParse(row).data ?? []);
  return new Map(parsed.flatMap(({ mac, ifname }) => createEntry(mac, ifname)));
}

const interfaceList = z.object({ data: z.array(z.tuple([z.string(), z.unknown()])) });

/** Parses the output of `fdb/show`, which has port numbers; `ports` is the database list with their names. */
export function parseOvsFdb(table: string, ports: string): ForwardingTable {
  const names = new Map(
    interfaceList.parse(JSON.parse(ports)).data.map(([name, port]) => [String(port), name] as const),
  );
  return new Map(
    table.split('\n').flatMap((line) => {
      const [, port = '', mac = ''] = /^\s*(\S+)\s+\d+\s+([0-9a-f:]{17})\s+\S+\s*$/.exec(line) ?? [];
      return createEntry(mac, names.get(port));
    }),
  );
}

function createEntry(text: string, port: string | undefined): [string, string][] {
  const mac = parseMac(text);
  return mac === undefined || port === undefined ? [] : [[mac, port]];
}
