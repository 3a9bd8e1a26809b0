import type { ColumnType, Generated } from 'kysely';
import type { LengthUnit, ListView, SessionKind } from '@northlight/contract';

export interface AccountTable {
  id: string;
  /** Sign-in name: an e-mail address in lower case or a mobile number in E.164. */
  account: string;
  nickname: string;
  role: number;
  kind: number;
  level: number;
  password_hash: string;
  cloud_code: string;
  disabled_at: Date | null;
  created_at: Date;
  /** Address for notices; equals `account` for accounts with an e-mail address. */
  email: string | null;
  role_title: Generated<string>;
  length_unit: Generated<LengthUnit>;
  company_name: Generated<string>;
  company_location: Generated<string>;
  company_name_changed_at: Date | null;
  company_location_changed_at: Date | null;
  avatar_file: string | null;
  /** The account's key, wrapped with the server's key; created with the account's first secret. */
  wrapped_key: Buffer | null;
  factor_pending: Buffer | null;
  factor_secret: Buffer | null;
  factor_enabled_at: Date | null;
  /** Time step of the last accepted code; earlier or equal steps are rejected. */
  factor_last_step: number | null;
  signing_kind: 'shared' | 'ed25519' | null;
  signing_key: Buffer | null;
}

export interface SessionTable {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  id: string;
  kind: Generated<SessionKind>;
  /** Name of an API token or a display; null for other sessions. */
  name: string | null;
  /** Id of the account; null for a demo visitor. */
  account_id: string | null;
  access_type: 'web' | 'openapi';
  remember: boolean;
  network: string;
  user_agent: Generated<string>;
  created_at: Date;
  /** Time of the last use, updated at most once a minute. */
  last_seen_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  /** Error code that explains the end to the browser (10, 69, 70). */
  ended_code: number | null;
  /** `all` or project ids in JSON; null for an unscoped session. */
  scope_projects: string | null;
  scope_write: boolean | null;
  /** Time of the last proof of identity: sign-in with password or second factor, or a later confirmation. */
  confirmed_at: Date | null;
}

export interface VerificationFlowTable {
  flow_id: string;
  purpose: 'sign-up' | 'reset' | 'email';
  account: string;
  code_hash: string;
  /** SHA-256 of the secret in the requesting browser's cookie. */
  browser_hash: string;
  tries: number;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  /** Id of the request that is completing the flow, so that only one of two uses of a code succeeds. */
  claim: string | null;
  claimed_at: Date | null;
}

export interface SignInFlowTable {
  flow_id: string;
  kind: 'second-factor' | 'qr' | 'provider';
  state: 'open' | 'scanned' | 'confirmed' | 'refused' | 'verified' | 'used';
  browser_hash: string;
  account_id: string | null;
  remember: boolean;
  tries: number;
  network: string;
  user_agent: string;
  provider: string | null;
  subject: string | null;
  created_at: Date;
  expires_at: Date;
}

export interface RecoveryCodeTable {
  account_id: string;
  code_hash: string;
  used_at: Date | null;
}

export interface IdentityTable {
  id: string;
  account_id: string;
  provider: string;
  subject: string;
  created_at: Date;
  last_used_at: Date | null;
}

export interface UsedTicketTable {
  id: string;
  expires_at: Date;
}

/** Columns and saved filters of one list. */
export interface ListViewTable {
  account_id: string;
  list: string;
  view: ColumnType<ListView, string, string>;
}

declare module '../platform/db/database.ts' {
  interface Database {
    accounts: AccountTable;
    sessions: SessionTable;
    verification_flows: VerificationFlowTable;
    sign_in_flows: SignInFlowTable;
    recovery_codes: RecoveryCodeTable;
    identities: IdentityTable;
    used_tickets: UsedTicketTable;
    list_views: ListViewTable;
  }
}
