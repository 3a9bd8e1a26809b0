export interface AccountTable {
  id: string;
  account: string;
  nickname: string;
  role: number;
  kind: number;
  level: number;
  password_hash: string;
  cloud_code: string;
  disabled_at: Date | null;
  created_at: Date;
}

export interface SessionTable {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  /** Null for the demo's visitor. */
  account_id: string | null;
  access_type: 'web' | 'openapi';
  remember: boolean;
  network: string;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  /** Catalogue code that tells the browser why it ended (10, 69, 70). */
  ended_code: number | null;
}

export interface VerificationFlowTable {
  flow_id: string;
  purpose: 'sign-up' | 'reset';
  account: string;
  code_hash: string;
  /** SHA-256 of the secret in the asking browser's cookie. */
  browser_hash: string;
  tries: number;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

declare module '../platform/db/database.ts' {
  interface Database {
    accounts: AccountTable;
    sessions: SessionTable;
    verification_flows: VerificationFlowTable;
  }
}
