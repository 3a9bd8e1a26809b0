import { sql } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';
import type { ReachSource } from './reach/world.ts';

/** Reads the devices of a project with the properties that the forwarding of frames and their delivery state need. */
export const readReachDevices = (db: DbOrTx, projectId: number) =>
  db
    .selectFrom('devices')
    .select(['id', 'name', 'role', 'state', 'managed', 'parent_id'])
    .select(['desired_rev', 'reported_rev', 'reported_status', 'bad_rev'])
    // Reads only the needed capabilities, because a project can have hundreds of devices.
    .select(
      sql<
        ReachSource['caps']
      >`jsonb_build_object('features', caps -> 'features', 'ports', caps -> 'ports')`.as('caps'),
    )
    .where('project_id', '=', projectId)
    .orderBy('name_key')
    .execute();
