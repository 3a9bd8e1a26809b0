import type { Generated } from 'kysely';
import type { SessionKind } from '@northlight/contract';

export interface AccountTable {
  id: string;
  /** What the account signs in with: an e-mail address in lower case, or a mobile number in E.164. */
  account: string;
  nickname: string;
  role: number;
  kind: number;
  level: number;
  password_hash: string;
  cloud_code: string;
  disabled_at: Date | null;
  created_at: Date;
  /** Where notices go; an account that is an address has this same one. */
  email: string | null;
  role_title: Generated<string>;
  company_name: Generated<string>;
  company_location: Generated<string>;
  company_name_changed_at: Date | null;
  company_location_changed_at: Date | null;
  avatar_file: string | null;
  /** The account's own key, wrapped by the server's; made when the account first has a secret. */
  wrapped_key: Buffer | null;
  factor_pending: Buffer | null;
  factor_secret: Buffer | null;
  factor_enabled_at: Date | null;
  /** Time step of the last code that was taken: no code counts twice. */
  factor_last_step: number | null;
  signing_kind: 'shared' | 'ed25519' | null;
  signing_key: Buffer | null;
}

export interface SessionTable {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  id: string;
  kind: Generated<SessionKind>;
  /** Of an API token. */
  name: string | null;
  /** Null for the demo's visitor. */
  account_id: string | null;
  access_type: 'web' | 'openapi';
  remember: boolean;
  network: string;
  user_agent: Generated<string>;
  created_at: Date;
  /** Written once a minute at most. */
  last_seen_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  /** Catalogue code that tells the browser why it ended (10, 69, 70). */
  ended_code: number | null;
  /** `all`, or project ids in JSON; null where nothing is scoped. */
  scope_projects: string | null;
  scope_write: boolean | null;
}

export interface VerificationFlowTable {
  flow_id: string;
  purpose: 'sign-up' | 'reset' | 'email';
  account: string;
  code_hash: string;
  /** SHA-256 of the secret in the asking browser's cookie. */
  browser_hash: string;
  tries: number;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  /** Whose request is finishing the flow, and since when: two uses of one right code cannot both go on. */
  claim: string | null;
  claimed_at: Date | null;
}

export interface SignInFlowTable {
  flow_id: string;
  kind: 'second-factor' | 'qr' | 'provider';
  state: 'open' | 'scanned' | 'confirmed' | 'refused' | 'proved' | 'used';
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

declare module '../platform/db/database.ts' {
  interface Database {
    accounts: AccountTable;
    sessions: SessionTable;
    verification_flows: VerificationFlowTable;
    sign_in_flows: SignInFlowTable;
    recovery_codes: RecoveryCodeTable;
    identities: IdentityTable;
    used_tickets: UsedTicketTable;
  }
}
