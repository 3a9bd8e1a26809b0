import { type BridgeState, type DeviceDetail, getDeviceState, isBridgeRole } from '@northlight/contract';
import { bridgeStat } from '@northlight/contract/device-protocol';
import type { Db } from '../platform/db/database.ts';
import { readPeers } from './read-peers.ts';
import type { DeviceRow } from './store.ts';

type BridgeRow = Pick<DeviceRow, 'bridge' | 'bridge_at' | 'role'>;
type BridgeReport = Pick<DeviceDetail, 'bridge' | 'bridgeAt'>;

const parseStat = ({ bridge, role }: BridgeRow) =>
  isBridgeRole(role) ? bridgeStat.safeParse(bridge).data : undefined;

const listPeerMacs = (row: BridgeRow): string[] => parseStat(row)?.peers.map(({ mac }) => mac) ?? [];

/** Returns the reported end of a bridge's link. The report of a device with another role is ignored. */
export async function readBridge(db: Db, projectId: number, row: BridgeRow): Promise<BridgeReport> {
  return presentBridge(row, await readPeers(db, projectId, listPeerMacs(row)));
}

/** Lists the bridges of a project with their reported ends of the links. */
export async function listBridgeStates(db: Db, projectId: number): Promise<BridgeState[]> {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.id')
    .select(['devices.id', 'devices.name', 'devices.role', 'devices.state'])
    .select(['device_state.bridge', 'device_state.bridge_at'])
    .where('devices.project_id', '=', projectId)
    .where('devices.kind', '=', 'cpe')
    .orderBy('devices.name_key')
    .execute();
  const findPeer = await readPeers(db, projectId, rows.flatMap(listPeerMacs));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    online: getDeviceState(row.state).countsOnline,
    ...presentBridge(row, findPeer),
  }));
}

function presentBridge(row: BridgeRow, findPeer: Awaited<ReturnType<typeof readPeers>>): BridgeReport {
  const stat = parseStat(row);
  if (!stat) return {};
  const { peers, ...figures } = stat;
  return {
    bridge: { ...figures, peers: peers.map(({ mac, ...peer }) => ({ peer: findPeer(mac), ...peer })) },
    bridgeAt: row.bridge_at?.toISOString(),
  };
}
