import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The last migration of the databases that can be upgraded to the schema. */
export const UPGRADED_FROM = '0071-maps';

/** Steps from there to the schema, in the order of their names. They stay as they are. */
export const UPGRADES: Readonly<Record<string, Migration>> = {
  /** Stores the last message of a device that was refused, or whose parts were left out. */
  '0072-message-notes': {
    up: async (db: Kysely<unknown>) => {
      await db.schema.alterTable('devices').addColumn('message_note', 'jsonb').execute();
    },
  },
  /** Infers links again when the role of a port changes, because unmanaged neighbours are placed by it. */
  '0073-topology-port-roles': {
    up: async (db: Kysely<unknown>) => {
      await sql`
        create trigger topology_port_roles after update of caps on devices
        for each row when (jsonb_path_query_array(old.caps, '$.ports[*].role')
          is distinct from jsonb_path_query_array(new.caps, '$.ports[*].role'))
        execute function request_topology_of_device('report')`.execute(db);
      // The links of existing projects are inferred again when the server starts.
      await sql`
        insert into topology_requests (project_id, cause)
        select distinct project_id, 'report' from devices`.execute(db);
    },
  },
  /** Infers links again when the peers of a bridge change, because a bridge link is evidence of a link. */
  '0074-bridge-links': {
    up: async (db: Kysely<unknown>) => {
      await sql`
        create trigger topology_bridge_peers after update of bridge on device_state
        for each row when (jsonb_path_query_array(old.bridge, '$.peers[*].mac')
          is distinct from jsonb_path_query_array(new.bridge, '$.peers[*].mac'))
        execute function request_topology_of_report()`.execute(db);
      // The links of existing projects are inferred again when the server starts.
      await sql`
        insert into topology_requests (project_id, cause)
        select distinct project_id, 'report' from device_state where bridge is not null`.execute(db);
    },
  },
  /**
   * Records the first birth of each device of the manufacturer's list: once, also after its removal, and not in demos and
   * their copies. A trigger, because the row of the device is written in one statement with all other effects of a birth.
   */
  '0075-activations': {
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
  },
  /** Files belong to an account or to a project. */
  '0076-project-files': {
    up: async (db: Kysely<unknown>) => {
      await db.schema
        .alterTable('files')
        .alterColumn('owner_id', (column) => column.dropNotNull())
        .addColumn('project_id', 'bigint')
        .execute();
      await sql`
        update files set owner_id = null, project_id = map_pictures.project_id
        from map_pictures where map_pictures.id = files.id`.execute(db);
      await sql`
        alter table files add constraint files_one_owner check ((owner_id is null) <> (project_id is null))`.execute(
        db,
      );
      await db.schema.createIndex('files_project').on('files').column('project_id').execute();
    },
  },
  /** Stores the size of each plan, for limits per plan and project, and how the losses of walls are combined. */
  '0077-plan-sizes': {
    up: async (db: Kysely<unknown>) => {
      for (const table of ['map_versions', 'map_drafts']) {
        await db.schema.alterTable(table).addColumn('bytes', 'integer').execute();
        await sql`update ${sql.table(table)} set bytes = octet_length(plan::text)`.execute(db);
        await db.schema
          .alterTable(table)
          .alterColumn('bytes', (column) => column.setNotNull())
          .execute();
      }
      await db.schema
        .alterTable('map_materials')
        .addColumn('wall_losses', 'text', (column) => column.notNull().defaultTo('measured'))
        .execute();
    },
  },
  /** Stores the unit of lengths that an account has chosen. */
  '0078-length-unit': {
    up: async (db: Kysely<unknown>) => {
      await db.schema
        .alterTable('accounts')
        .addColumn('length_unit', 'text', (column) => column.notNull().defaultTo('m'))
        .execute();
    },
  },
  /** Stores the drafts of all documents in one table. */
  '0079-document-drafts': {
    up: async (db: Kysely<unknown>) => {
      await db.schema
        .createTable('document_drafts')
        .addColumn('document', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('project_id', 'bigint', (column) => column.notNull().references('projects.id'))
        .addColumn('account_id', 'uuid', (column) => column.notNull().references('accounts.id'))
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('base_version', 'integer', (column) => column.notNull())
        .addColumn('base', 'jsonb')
        .addColumn('content', 'jsonb', (column) => column.notNull())
        .addColumn('bytes', 'integer', (column) => column.notNull())
        .addColumn('changes', 'integer', (column) => column.notNull())
        .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
        .addPrimaryKeyConstraint('document_drafts_key', ['document', 'subject', 'account_id'])
        .execute();
      await db.schema
        .createIndex('document_drafts_project')
        .on('document_drafts')
        .columns(['project_id', 'document'])
        .execute();
      await sql`insert into document_drafts
        select 'network', project_id::text, project_id, account_id, version, base_version, base,
          jsonb_build_object('config', config, 'devices', '[]'::jsonb),
          octet_length(config::text), changes, updated_at
        from network_drafts`.execute(db);
      await sql`insert into document_drafts
        select 'map', map_drafts.map_id::text, maps.project_id, account_id, map_drafts.version, base_version, null,
          plan, bytes, 0, updated_at
        from map_drafts join maps on maps.id = map_drafts.map_id`.execute(db);
      await db.schema.dropTable('network_drafts').execute();
      await db.schema.dropTable('map_drafts').execute();
      // A version can change the settings of devices alone; it then has no configuration of its own.
      await db.schema
        .alterTable('network_history')
        .alterColumn('config', (column) => column.dropNotNull())
        .addColumn('device_changes', 'jsonb')
        .execute();
    },
  },
  /** Ends sessions without an id or a time, from before both existed. */
  '0080-complete-sessions': {
    up: async (db: Kysely<unknown>) => {
      await sql`delete from sessions where id is null or last_seen_at is null`.execute(db);
      await sql`alter table sessions alter id set not null, alter last_seen_at set not null`.execute(db);
    },
  },
};
