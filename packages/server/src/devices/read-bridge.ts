import { type DeviceDetail, isBridgeRole } from '@northlight/contract';
import { bridgeStat } from '@northlight/contract/device-protocol';
import type { Db } from '../platform/db/database.ts';
import { readPeers } from './read-peers.ts';
import type { DeviceRow } from './store.ts';

/** Returns the reported end of a bridge's link. The report of a device with another role is ignored. */
export async function readBridge(
  db: Db,
  projectId: number,
  { bridge: stored, bridge_at: sampledAt, role }: DeviceRow,
): Promise<Pick<DeviceDetail, 'bridge' | 'bridgeAt'>> {
  const { data: stat } = bridgeStat.safeParse(stored);
  if (!stat || !isBridgeRole(role)) return {};
  const { peers, ...figures } = stat;
  const findPeer = await readPeers(
    db,
    projectId,
    peers.map(({ mac }) => mac),
  );
  return {
    bridge: { ...figures, peers: peers.map(({ mac, ...peer }) => ({ peer: findPeer(mac), ...peer })) },
    bridgeAt: sampledAt?.toISOString(),
  };
}
