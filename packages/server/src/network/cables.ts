import { lldpNeighbour } from '@northlight/contract/device-protocol';
import type { DbOrTx } from '../platform/db/database.ts';
import type { ReachLink } from './reach/world.ts';
import type { ProjectDevice } from './state.ts';

/** Reads the cables between devices of the project that at least one end reports by LLDP. */
export async function readCables(
  db: DbOrTx,
  projectId: number,
  devices: readonly Pick<ProjectDevice, 'id' | 'caps'>[],
): Promise<ReachLink[]> {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.id')
    .select(['devices.id', 'devices.mac', 'device_state.neighbours'])
    .where('devices.project_id', '=', projectId)
    .execute();
  const byMac = new Map(rows.map(({ id, mac }) => [mac, id] as const));
  const caps = new Map(devices.map((device) => [device.id, device.caps] as const));
  const found = new Map<string, ReachLink>();
  for (const { id, neighbours } of rows)
    for (const each of neighbours ?? []) {
      const neighbour = lldpNeighbour.safeParse(each).data;
      const peer = neighbour && byMac.get(neighbour.peerMac.toLowerCase());
      if (!neighbour || peer === undefined || peer === id) continue;
      const ports = caps.get(peer)?.ports ?? [];
      // An end device has one port, which LLDP may name differently.
      const port =
        ports.find((own) => own.id === neighbour.peerPort)?.id ??
        (ports.length === 1 ? ports[0]?.id : undefined);
      if (port === undefined) continue;
      const [from, to] = [
        { device: id, port: neighbour.port },
        { device: peer, port },
      ];
      const key = [`${from.device} ${from.port}`, `${to.device} ${to.port}`].sort().join(' ');
      found.set(key, { from, to });
    }
  return [...found.values()];
}
