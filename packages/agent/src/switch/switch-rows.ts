import { readMap, readNumbers, readText, readUuid, readUuids } from '../system/ovsdb/values.ts';
import { type FoundRow, type OvsdbClient, createSelect } from '../system/ovsdb/ovsdb-client.ts';

/** Current content of the switch's database, limited to the columns that the agent writes. */
export interface SwitchRows {
  /** Bridge of the switch; undefined until the agent has created it. */
  readonly bridge: { readonly uuid: string; readonly rstp: boolean } | undefined;
  readonly ports: readonly PortRow[];
  readonly interfaces: readonly InterfaceRow[];
  /** Maximum rates (bit/s) of QoS rows, by row id. */
  readonly maxRates: ReadonlyMap<string, string>;
}

export interface PortRow {
  readonly uuid: string;
  readonly name: string;
  readonly tag: number | undefined;
  readonly trunks: readonly number[];
  readonly mode: string | undefined;
  readonly qos: string | undefined;
  readonly interfaces: readonly string[];
  /** State of the port, such as `Forwarding` or `Discarding`; undefined without spanning tree. */
  readonly rstpState: string | undefined;
}

export interface InterfaceRow {
  readonly uuid: string;
  readonly name: string;
  readonly ofport: number | undefined;
  readonly error: string | undefined;
}

/** Reads all rows in one transaction. */
export async function readRows(client: OvsdbClient, bridge: string): Promise<SwitchRows> {
  const [bridges = [], ports = [], interfaces = [], queues = []] = await client.transact(
    createSelect('Bridge', 'name', 'rstp_enable'),
    createSelect('Port', 'name', 'tag', 'trunks', 'vlan_mode', 'qos', 'interfaces', 'rstp_status'),
    createSelect('Interface', 'name', 'ofport', 'error'),
    createSelect('QoS', 'other_config'),
  );
  const own = bridges.find(({ name }) => name === bridge);
  return {
    bridge: own && { uuid: readRowUuid(own), rstp: own['rstp_enable'] === true },
    ports: ports.map((row) => ({
      uuid: readRowUuid(row),
      name: String(row['name']),
      tag: readNumbers(row['tag'])[0],
      trunks: readNumbers(row['trunks']),
      mode: readText(row['vlan_mode']),
      qos: readUuid(row['qos']),
      interfaces: readUuids(row['interfaces']),
      rstpState: readText(readMap(row['rstp_status'])['rstp_port_state']),
    })),
    interfaces: interfaces.map((row) => ({
      uuid: readRowUuid(row),
      name: String(row['name']),
      ofport: readNumbers(row['ofport'])[0],
      error: readText(row['error']),
    })),
    maxRates: new Map(
      queues.map((row) => [readRowUuid(row), String(readMap(row['other_config'])['max-rate'])]),
    ),
  };
}

const readRowUuid = (row: FoundRow): string => readUuid(row['_uuid']) ?? '';
