import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Records the first birth of each device of the manufacturer's list: once, also after its removal, and not in demos and
 * their copies. A trigger, because the row of the device is written in one statement with all other effects of a birth.
 */
export const devices024: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('activations')
      .addColumn('sn', 'text', (column) => column.primaryKey())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('country', 'text', (column) => column.notNull())
      .addColumn('activated_at', 'timestamptz', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('activations_time')
      .on('activations')
      .columns(['activated_at', 'country', 'model'])
      .execute();
    await sql`
      create function record_activation() returns trigger language plpgsql as $$
      begin
        insert into activations (sn, model, country, activated_at)
        select new.sn, new.model, project.country, new.state_at
        from projects project
        where project.id = new.project_id and project.owner_id is not null and project.copy_of is null
          and exists (select from base_devices base where base.sn = new.sn)
        on conflict do nothing;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger device_activated after update of waiting on devices
      for each row when (old.waiting and not new.waiting) execute function record_activation()`.execute(db);
  },
};
