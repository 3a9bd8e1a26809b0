import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds profile, second factor, session kinds, sign-in flows, provider identities and used tickets. */
export const accounts002: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('accounts')
      .addColumn('email', 'text')
      .addColumn('role_title', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('company_name', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('company_location', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('company_name_changed_at', 'timestamptz')
      .addColumn('company_location_changed_at', 'timestamptz')
      .addColumn('avatar_file', 'uuid')
      .addColumn('wrapped_key', 'bytea')
      .addColumn('factor_pending', 'bytea')
      .addColumn('factor_secret', 'bytea')
      .addColumn('factor_enabled_at', 'timestamptz')
      .addColumn('factor_last_step', 'bigint')
      .addColumn('signing_kind', 'text')
      .addColumn('signing_key', 'bytea')
      .execute();
    await sql`update accounts set email = account where account like '%@%'`.execute(db);
    await db.schema
      .alterTable('sessions')
      .addColumn('id', 'uuid')
      .addColumn('kind', 'text', (column) => column.notNull().defaultTo('console'))
      .addColumn('name', 'text')
      .addColumn('user_agent', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('last_seen_at', 'timestamptz')
      .addColumn('scope_projects', 'text')
      .addColumn('scope_write', 'boolean')
      .execute();
    // Sets any unique value, because no row refers to these ids yet.
    await sql`update sessions set id = cast(md5(token_hash) as uuid), last_seen_at = created_at`.execute(db);
    await db.schema.createIndex('sessions_id').unique().on('sessions').column('id').execute();
    await db.schema
      .alterTable('verification_flows')
      .addColumn('claim', 'text')
      .addColumn('claimed_at', 'timestamptz')
      .execute();
    await createRecoveryCodes(db);
    await createFlows(db);
    await createIdentities(db);
  },
};

async function createRecoveryCodes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recovery_codes')
    .addColumn('account_id', 'uuid', (column) => column.notNull().references('accounts.id'))
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('used_at', 'timestamptz')
    .addPrimaryKeyConstraint('recovery_codes_key', ['account_id', 'code_hash'])
    .execute();
}

async function createFlows(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sign_in_flows')
    .addColumn('flow_id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('browser_hash', 'text', (column) => column.notNull())
    .addColumn('account_id', 'uuid', (column) => column.references('accounts.id'))
    .addColumn('remember', 'boolean', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('provider', 'text')
    .addColumn('subject', 'text')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('used_tickets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute();
}

async function createIdentities(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('identities')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('account_id', 'uuid', (column) => column.notNull().references('accounts.id'))
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('last_used_at', 'timestamptz')
    .addUniqueConstraint('identities_subject', ['provider', 'subject'])
    .execute();
  await db.schema.createIndex('identities_account').on('identities').column('account_id').execute();
}
