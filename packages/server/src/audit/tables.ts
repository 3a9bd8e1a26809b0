export interface AuditTable {
  id: string;
  at: Date;
  /** Account, `device <id>`, or `system`. */
  actor: string;
  /** Id of the account, which stays the same when it is renamed. */
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
  /** Set when the content was deleted after its retention; proves that the server deleted it. */
  deleted_mac: string | null;
}

/** The head of the chain, in one row. */
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
