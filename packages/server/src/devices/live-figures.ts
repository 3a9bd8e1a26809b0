import { api } from '@northlight/contract';
import type { Clock } from '@northlight/runtime';
import type { Db } from '../platform/db/database.ts';
import type { LiveRows } from '../platform/live/hub.ts';
import { presentFigures } from './present.ts';
import { selectDevices } from './store.ts';

/** Returns the live rows with the figures of devices that reported, as in the device list, for viewers with access to that list. */
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
