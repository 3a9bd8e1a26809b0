export interface AuditTable {
  id: string;
  at: Date;
  /** Name of the actor: an account, `device <id>`, or `system`. */
  actor: string;
  /** Id of the account. The id stays the same when the account is renamed. */
  actor_id: string | null;
  network: string | null;
  project_id: number | null;
  action: string;
  object: string;
  before: string | null;
  after: string | null;
  result: string;
  request_id: string | null;
  /** Position in the chain; null until the record is linked. */
  sequence: number | null;
  hash: string | null;
  /** Proof that the server deleted the content after its retention; null while the content exists. */
  deleted_mac: string | null;
}

/** Head of the chain, in a single row. */
export interface AuditHeadTable {
  id: number;
  sequence: number;
  hash: string;
}

declare module '../platform/db/database.ts' {
  interface Database {
    audit: AuditTable;
    audit_head: AuditHeadTable;
  }
}
