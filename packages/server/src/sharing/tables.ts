/** Right of an account on another account's project. Rows of ended shares are kept as history. */
export interface ShareTable {
  id: string;
  project_id: number;
  account_id: string;
  right: 'rw' | 'r';
  /** Expiry of the share; null for a permanent one. */
  expires_at: Date | null;
  created_at: Date;
  created_by: string;
  /** Time at which the owner removed the share or the receiver left it; expiry does not set it. */
  ended_at: Date | null;
  extension_asked_at: Date | null;
  extension_note: string | null;
}

/** Offer of a project to another owner. At most one offer per project is open. */
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
