import { api } from '@northlight/contract';
import type { Clock } from '@northlight/runtime';
import type { Db } from '../platform/db/database.ts';
import type { LiveRows } from '../platform/live/hub.ts';
import { presentFigures } from './present.ts';
import { deviceRows } from './store.ts';

/** Figures of devices that reported, as the list of devices shows them, for whoever may ask for that list. */
export function deviceFigures(db: Db, clock: Clock): LiveRows {
  return {
    list: api.deviceList,
    read: async (projectId, ids) => {
      const rows = await deviceRows(db, projectId)
        .where('devices.id', 'in', [...ids])
        .execute();
      return rows.map((row) => presentFigures(row, clock.now()));
    },
  };
}
