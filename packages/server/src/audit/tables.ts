export interface AuditTable {
  id: string;
  at: Date;
  /** Account, `device <id>`, or `system`. */
  actor: string;
  /** The account itself, so that a renamed one is still known. */
  actor_id: string | null;
  network: string | null;
  project_id: number | null;
  action: string;
  object: string;
  before: string | null;
  after: string | null;
  result: string;
  request_id: string | null;
  /** Place in the chain; null until the record is linked. */
  sequence: number | null;
  hash: string | null;
  /** Set when it was kept long enough: its content is gone, and this says that it was we who deleted it. */
  deleted_mac: string | null;
}

/** How far the chain goes, in one row. */
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
