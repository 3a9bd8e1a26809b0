import { api } from '@northlight/contract';
import type { Db } from '../platform/db/database.ts';
import type { LiveRows } from '../platform/live/hub.ts';
import { presentClient } from './present.ts';
import { findClientsByMac } from './store.ts';

/**
 * Returns the live rows of changed clients, with all values of the client list. Only viewers with access to
 * that list receive the rows.
 */
export const createClientRows = (db: Db): LiveRows => ({
  list: api.clientList,
  read: async (projectId, macs) =>
    (await findClientsByMac(db, projectId, macs)).map((row) => ({ id: row.mac, ...presentClient(row) })),
});
