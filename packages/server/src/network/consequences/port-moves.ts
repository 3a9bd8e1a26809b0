import { LAN_VLAN_ID, type NetworkConfig } from '@northlight/contract';
import { countClientsIn } from '../../clients/index.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { readCables } from '../cables.ts';
import { listSeparatedDevices } from './interrupted-clients.ts';
import { findGateway, type ProjectDevice } from '../state.ts';

/** A LAN port of the gateway whose untagged frames belong to another network after a change. */
export interface PortMove {
  readonly port: string;
  readonly label: string;
  /** VLAN before and after the change; the LAN has the VLAN of `LAN_VLAN_ID`. */
  readonly from: number;
  readonly to: number;
}

/** Lists the LAN ports of the gateway that a change moves to another network. */
export function listPortMoves(
  now: NetworkConfig,
  after: NetworkConfig,
  { caps }: Pick<ProjectDevice, 'caps'>,
): PortMove[] {
  return caps.ports.flatMap(({ id, label, role }): PortMove[] => {
    const [from, to] = [findNetworkOfPort(now, id), findNetworkOfPort(after, id)];
    return role !== 'lan' || from === to ? [] : [{ port: id, label, from, to }];
  });
}

const findNetworkOfPort = ({ vlans }: NetworkConfig, port: string): number =>
  vlans.find(({ ports }) => ports.includes(port))?.id ?? LAN_VLAN_ID;

const formatNetwork = (id: number): string => (id === LAN_VLAN_ID ? 'the LAN' : `VLAN ${id}`);

/** Devices and clients that are connected through a port. */
interface BehindPort {
  readonly devices: readonly string[];
  readonly clients: number;
}

const MAX_NAMES = 3;

/**
 * Describes a moved port: `LAN1 moves from the LAN to VLAN 10. Core-1 and 8 more devices and 12 clients behind it get
 * addresses of VLAN 10.`
 */
export function describePortMove(
  { from, label, to }: PortMove,
  { clients, devices }: BehindPort,
  hasPool: boolean,
): string {
  const move = `${label} moves from ${formatNetwork(from)} to ${formatNetwork(to)}.`;
  const more = devices.length - MAX_NAMES;
  const parts = [
    ...devices.slice(0, MAX_NAMES),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'device' : 'devices'}`] : []),
    ...(clients > 0 ? [`${clients} ${clients === 1 ? 'client' : 'clients'}`] : []),
  ];
  if (parts.length === 0) return `${move} No device or client is known behind it.`;
  const one = devices.length + clients === 1;
  const consequence = hasPool
    ? `${one ? 'gets' : 'get'} addresses of ${formatNetwork(to)}`
    : `${one ? 'gets' : 'get'} no address, because ${formatNetwork(to)} has no DHCP pool`;
  return `${move} ${joinNames(parts)} behind it ${consequence}.`;
}

const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** A cost of a review; a warning if devices or clients change their network. */
interface PortCost {
  readonly text: string;
  readonly isWarning: boolean;
}

/** Describes the LAN ports of the gateway that a change moves to another network, with the devices and clients behind them. */
export async function describePortMoves(
  db: DbOrTx,
  projectId: number,
  devices: readonly ProjectDevice[],
  { after, now }: { readonly now: NetworkConfig; readonly after: NetworkConfig },
): Promise<PortCost[]> {
  const gateway = findGateway(devices);
  const moves = gateway ? listPortMoves(now, after, gateway) : [];
  if (!gateway || moves.length === 0) return [];
  const links = await readCables(db, projectId);
  const names = new Map(devices.map(({ id, name }) => [id, name] as const));
  const costs: PortCost[] = [];
  for (const move of moves) {
    const ports = [{ device: gateway.id, port: move.port }];
    const behind = listSeparatedDevices(links, gateway.id, { devices: [], ports });
    const clients = await countClientsIn(db, projectId, { devices: behind, ports }, move.from);
    const hasPool = after.dhcpPools.some(({ vlanId }) => vlanId === move.to);
    const named = behind.map((id) => names.get(id) ?? id);
    costs.push({
      text: describePortMove(move, { devices: named, clients }, hasPool),
      isWarning: behind.length + clients > 0,
    });
  }
  return costs;
}
