/** One account's right on another's project; a row that ended keeps its history. */
export interface ShareTable {
  id: string;
  project_id: number;
  account_id: string;
  right: 'rw' | 'r';
  /** Null lasts until it is removed. */
  expires_at: Date | null;
  created_at: Date;
  created_by: string;
  /** Removed by the owner or given up by its holder; expiry alone does not set it. */
  ended_at: Date | null;
  extension_asked_at: Date | null;
  extension_note: string | null;
}

/** A project on its way to another owner; one is open per project at most. */
export interface TransferTable {
  id: string;
  project_id: number;
  from_id: string;
  to_id: string;
  state: 'open' | 'accepted' | 'declined' | 'cancelled';
  created_at: Date;
  expires_at: Date;
  settled_at: Date | null;
}

declare module '../platform/db/database.ts' {
  interface Database {
    shares: ShareTable;
    project_transfers: TransferTable;
  }
}
