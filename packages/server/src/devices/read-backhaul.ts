import { type DeviceDetail, isMeshRole, type MeshNode } from '@northlight/contract';
import { backhaulStat } from '@northlight/contract/device-protocol';
import type { Db } from '../platform/db/database.ts';
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
  const nodes = await readNodes(db, projectId, [parentMac, ...candidates.map(({ mac }) => mac)]);
  const findNode = (mac: string): MeshNode => nodes.get(mac) ?? { mac };
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

async function readNodes(
  db: Db,
  projectId: number,
  macs: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly name: string }>> {
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'name', 'mac'])
    .where('project_id', '=', projectId)
    .where('mac', 'in', macs)
    .execute();
  return new Map(rows.map(({ id, mac, name }) => [mac, { id, name }] as const));
}
