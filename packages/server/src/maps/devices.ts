import type { MapDevice } from '@northlight/contract';
import { listRadioDevices } from '../devices/index.ts';
import type { DbOrTx } from '../platform/db/database.ts';

/** Lists the devices of a project with radios, and the floor plan of each. */
export async function listMapDevices(db: DbOrTx, projectId: number): Promise<MapDevice[]> {
  const devices = await listRadioDevices(db, projectId);
  const places = await db
    .selectFrom('map_devices')
    .innerJoin('maps', 'maps.id', 'map_devices.map_id')
    .select(['map_devices.device_id', 'map_devices.map_id'])
    .where('maps.project_id', '=', projectId)
    .execute();
  const maps = new Map(places.map(({ device_id, map_id }) => [device_id, map_id]));
  return devices.map((device) => ({ ...device, mapId: maps.get(device.id) }));
}
