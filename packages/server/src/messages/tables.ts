export interface MessageReadTable {
  account_id: string;
  message_id: string;
  read_at: Date;
}

declare module '../platform/db/database.ts' {
  interface Database {
    message_reads: MessageReadTable;
  }
}
