import { type DeviceDetail, isMeshRole } from '@northlight/contract';
import { backhaulStat } from '@northlight/contract/device-protocol';
import type { Db } from '../platform/db/database.ts';
import { readPeers } from './read-peers.ts';
import type { DeviceRow } from './store.ts';

/**
 * Returns the reported backhaul of a mesh node. Names only devices of the same project; every other node is its MAC
 * address. The report of a device with another role is ignored.
 */
export async function readBackhaul(
  db: Db,
  projectId: number,
  { backhaul: stored, backhaul_at: sampledAt, role }: DeviceRow,
): Promise<Pick<DeviceDetail, 'backhaul' | 'backhaulAt'>> {
  const { data: stat } = backhaulStat.safeParse(stored);
  if (!stat || !isMeshRole(role)) return {};
  const { candidates, parentMac, ...figures } = stat;
  const findNode = await readPeers(db, projectId, [parentMac, ...candidates.map(({ mac }) => mac)]);
  return {
    backhaul: {
      ...figures,
      parent: findNode(parentMac),
      candidates: candidates
        .map(({ mac, signalDbm }) => ({ node: findNode(mac), signalDbm }))
        .toSorted((one, other) => other.signalDbm - one.signalDbm),
    },
    backhaulAt: sampledAt?.toISOString(),
  };
}
