import { CompiledQuery, type Selectable } from 'kysely';
import type { Database, DbOrTx } from './db/database.ts';

/** Columns of a record. All of them are part of its hash in the chain. */
export const AUDIT_COLUMNS = [
  'id',
  'at',
  'actor',
  'actor_id',
  'network',
  'project_id',
  'action',
  'object',
  'before',
  'after',
  'result',
  'request_id',
] as const;

const INSERT = `/* prepared: audit-write */ insert into audit (${AUDIT_COLUMNS.join(', ')})
values (${AUDIT_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})`;

/** Appends the audit row of a change: actor, source, old and new value, result. */
export async function writeAudit(
  db: DbOrTx,
  row: Readonly<Pick<Selectable<Database['audit']>, (typeof AUDIT_COLUMNS)[number]>>,
): Promise<void> {
  await db.executeQuery(
    CompiledQuery.raw(
      INSERT,
      AUDIT_COLUMNS.map((column) => row[column]),
    ),
  );
}
