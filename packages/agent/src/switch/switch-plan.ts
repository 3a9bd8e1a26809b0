import {
  encodeMap,
  createNamedReference,
  type OvsOperation,
  type OvsRow,
  type OvsValue,
  type Reference,
  encodeSet,
  createReference,
} from '../system/ovsdb/values.ts';
import { type BridgePort, MANAGEMENT_PORT, type SwitchLayout } from './layout.ts';
import type { SwitchRows } from './switch-rows.ts';

export const SWITCH_BRIDGE = 'br-nl';

export interface SwitchIdentity {
  /** The device's MAC address, used by the management port. */
  readonly mac: string;
}

/**
 * Plans the transactions for a layout: one, or two when spanning tree is switched off. Open vSwitch then
 * stops flooding to ports until one transaction removes them and another one adds them again.
 */
export function planSwitch(
  now: SwitchRows,
  layout: SwitchLayout,
  identity: SwitchIdentity,
): OvsOperation[][] {
  const leavesRstp = now.bridge?.rstp === true && layout.rstpPriority === undefined;
  if (!leavesRstp) return [createTransaction(now, layout, identity)];
  const local = now.ports.filter(({ name }) => name === SWITCH_BRIDGE);
  const bare: SwitchRows = { ...now, ports: local, interfaces: selectInterfaces(now, local) };
  return [
    [
      update('Bridge', now.bridge.uuid, {
        rstp_enable: false,
        mirrors: encodeSet([]),
        ports: encodeSet(local.map((port) => createReference(port.uuid))),
      }),
      nextConfiguration,
    ],
    createTransaction(bare, layout, identity),
  ];
}

function createTransaction(now: SwitchRows, layout: SwitchLayout, { mac }: SwitchIdentity): OvsOperation[] {
  const operations: OvsOperation[] = [];
  const numbers = new Map(layout.physical.map(({ name, number }) => [name, number]));
  /** Updates the existing row or inserts a new one; returns its reference. */
  const put = (
    table: 'Interface' | 'Port',
    name: string,
    existing: string | undefined,
    row: OvsRow,
  ): Reference => {
    if (existing !== undefined) {
      operations.push(update(table, existing, row));
      return createReference(existing);
    }
    const handle = `${table}_${name.replaceAll('-', '_')}`;
    operations.push({ op: 'insert', table, row: { name, ...row }, 'uuid-name': handle });
    return createNamedReference(handle);
  };
  const putInterface = (name: string, row: OvsRow): Reference =>
    put('Interface', name, now.interfaces.find((own) => own.name === name)?.uuid, row);
  const putPort = (name: string, row: OvsRow): Reference =>
    put('Port', name, now.ports.find((own) => own.name === name)?.uuid, row);

  const local = putPort(SWITCH_BRIDGE, { interfaces: putInterface(SWITCH_BRIDGE, { type: 'internal' }) });
  const management = putPort(MANAGEMENT_PORT, {
    interfaces: putInterface(MANAGEMENT_PORT, { type: 'internal', mac }),
    vlan_mode: 'access',
    tag: layout.management.vlanId,
    trunks: encodeSet([]),
  });
  const ports = layout.ports.map((port) => {
    const members = port.members.map((member) =>
      putInterface(member, { ofport_request: numbers.get(member) ?? 0 }),
    );
    const qos = putQos(port, now, operations);
    return [port.name, putPort(port.name, createPortRow(port, members, qos))] as const;
  });
  const byName = new Map(ports);
  const bridge: OvsRow = {
    datapath_type: 'netdev',
    rstp_enable: layout.rstpPriority !== undefined,
    other_config: encodeMap(
      layout.rstpPriority === undefined ? {} : { 'rstp-priority': String(layout.rstpPriority) },
    ),
    mirrors: insertMirror(layout, byName, operations),
    ports: encodeSet([local, management, ...byName.values()]),
  };
  if (now.bridge) operations.push(update('Bridge', now.bridge.uuid, bridge));
  else {
    operations.push({
      op: 'insert',
      table: 'Bridge',
      row: { name: SWITCH_BRIDGE, ...bridge },
      'uuid-name': 'bridge',
    });
    operations.push({
      op: 'mutate',
      table: 'Open_vSwitch',
      where: [],
      mutations: [['bridges', 'insert', encodeSet([createNamedReference('bridge')])]],
    });
  }
  return [...operations, nextConfiguration];
}

/** Sets every column, so that no value of an earlier mode remains. */
function createPortRow(port: BridgePort, members: readonly Reference[], qos: OvsValue): OvsRow {
  const lacp = port.bond === 'lacp';
  return {
    interfaces: encodeSet(members),
    vlan_mode: port.mode,
    tag: port.tag,
    trunks: encodeSet(port.trunks),
    qos,
    lacp: port.bond === undefined ? encodeSet([]) : lacp ? 'active' : 'off',
    // Balances by source, so that each address stays on one member: without LACP the peer does not detect the
    // bond.
    bond_mode: port.bond === undefined ? encodeSet([]) : lacp ? 'balance-tcp' : 'balance-slb',
    other_config: encodeMap({
      ...(lacp && { 'lacp-time': 'fast' }),
      ...(port.bond === undefined && { 'rstp-port-admin-edge': String(port.edge) }),
    }),
  };
}

/** Keeps an existing QoS row with the same rate, because a new row would drop queued frames. */
function putQos({ egressKbps, name }: BridgePort, now: SwitchRows, operations: OvsOperation[]): OvsValue {
  if (egressKbps === undefined) return encodeSet([]);
  const rate = String(egressKbps * 1000);
  const existing = now.ports.find((own) => own.name === name)?.qos;
  if (existing !== undefined && now.maxRates.get(existing) === rate) return createReference(existing);
  const handle = `qos_${name.replaceAll('-', '_')}`;
  operations.push({
    op: 'insert',
    table: 'QoS',
    row: { type: 'linux-htb', other_config: encodeMap({ 'max-rate': rate }) },
    'uuid-name': handle,
  });
  return createNamedReference(handle);
}

function insertMirror(
  { mirror }: SwitchLayout,
  ports: ReadonlyMap<string, Reference>,
  operations: OvsOperation[],
): OvsValue {
  if (!mirror) return encodeSet([]);
  const references = (names: readonly string[]): OvsValue =>
    encodeSet(names.map((name) => ports.get(name)).filter((port) => port !== undefined));
  operations.push({
    op: 'insert',
    table: 'Mirror',
    row: {
      name: 'mirror',
      select_src_port: references(mirror.arriving),
      select_dst_port: references(mirror.leaving),
      output_port: references([mirror.target]),
    },
    'uuid-name': 'mirror',
  });
  return createNamedReference('mirror');
}

const update = (table: string, id: string, row: OvsRow): OvsOperation => ({
  op: 'update',
  table,
  where: [['_uuid', '==', createReference(id)]],
  row,
});

/** Increments `next_cfg`; the daemon sets `cur_cfg` to it once it has applied all earlier changes. */
const nextConfiguration: OvsOperation = {
  op: 'mutate',
  table: 'Open_vSwitch',
  where: [],
  mutations: [['next_cfg', '+=', 1]],
};

function selectInterfaces({ interfaces }: SwitchRows, ports: SwitchRows['ports']): SwitchRows['interfaces'] {
  const kept = new Set(ports.flatMap((port) => port.interfaces));
  return interfaces.filter((own) => kept.has(own.uuid));
}
