import type { MeshNode } from '@northlight/contract';
import type { Db } from '../platform/db/database.ts';

/**
 * Returns a function that finds devices of the project by their MAC address. Every other device is its MAC address, so
 * that a report cannot find out devices of other projects.
 */
export async function readPeers(
  db: Db,
  projectId: number,
  macs: readonly string[],
): Promise<(mac: string) => MeshNode> {
  if (macs.length === 0) return (mac) => ({ mac });
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'name', 'mac'])
    .where('project_id', '=', projectId)
    .where('mac', 'in', macs)
    .execute();
  const devices = new Map(rows.map(({ id, mac, name }) => [mac, { id, name }] as const));
  return (mac) => devices.get(mac) ?? { mac };
}
