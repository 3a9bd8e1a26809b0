import { api } from '@northlight/contract';
import type { Clock } from '@northlight/runtime';
import type { Db } from '../platform/db/database.ts';
import type { LiveRows } from '../platform/live/hub.ts';
import { presentFigures } from './present.ts';
import { selectDevices } from './store.ts';

/**
 * Returns the live rows of devices that reported figures, with the values of the device list. Only viewers
 * with access to that list receive the rows.
 */
export function createDeviceFigures(db: Db, clock: Clock): LiveRows {
  return {
    list: api.deviceList,
    read: async (projectId, ids) => {
      const rows = await selectDevices(db, projectId)
        .where('devices.id', 'in', [...ids])
        .execute();
      return rows.map((row) => presentFigures(row, clock.now()));
    },
  };
}
