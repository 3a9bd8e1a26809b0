import type { Insertable } from 'kysely';
import type { DbOrTx } from './db/database.ts';

export interface AuditTable {
  id: string;
  at: Date;
  /** Account, `device <id>`, or `system`. */
  actor: string;
  network: string | null;
  project_id: number | null;
  action: string;
  object: string;
  before: string | null;
  after: string | null;
  result: string;
  request_id: string | null;
}

declare module './db/database.ts' {
  interface Database {
    audit: AuditTable;
  }
}

/** One row for everything that changes something: who, from where, old and new value, result. */
export async function writeAudit(db: DbOrTx, row: Insertable<AuditTable>): Promise<void> {
  await db.insertInto('audit').values(row).execute();
}
