import { api } from '@northlight/contract';
import type { Db } from '../platform/db/database.ts';
import type { LiveRows } from '../platform/live/hub.ts';
import { presentClient } from './present.ts';
import { clientsByMac } from './store.ts';

/** Clients that came, changed or left, whole, as the client list answers them, for whoever may ask for that list. */
export const clientRows = (db: Db): LiveRows => ({
  list: api.clientList,
  read: async (projectId, macs) =>
    (await clientsByMac(db, projectId, macs)).map((row) => ({ id: row.mac, ...presentClient(row) })),
});
