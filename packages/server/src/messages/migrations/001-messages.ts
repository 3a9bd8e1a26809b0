import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores which messages an account has read; the messages themselves are derived from other tables. */
export const messages001: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('message_reads')
      .addColumn('account_id', 'uuid', (column) => column.notNull().references('accounts.id'))
      .addColumn('message_id', 'text', (column) => column.notNull())
      .addColumn('read_at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('message_reads_pkey', ['account_id', 'message_id'])
      .execute();
  },
};
