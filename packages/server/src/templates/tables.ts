import type { TemplateContent } from '@northlight/contract';
import type { ColumnType } from 'kysely';

export interface NetworkTemplateTable {
  id: string;
  account_id: string;
  name: string;
  name_key: string;
  remark: string | null;
  /** Name of the project that it was saved from. */
  source: string;
  /** Without a single password, and without the names under which the project keeps them. */
  content: ColumnType<TemplateContent, string, string>;
  /** Of the template's own passwords, wrapped by the server's key. */
  secret_key: Buffer;
  created_at: Date;
  changed_at: Date;
}

export interface TemplateSecretTable {
  template_id: string;
  policy_id: string;
  sealed: Buffer;
}

declare module '../platform/db/database.ts' {
  interface Database {
    network_templates: NetworkTemplateTable;
    template_secrets: TemplateSecretTable;
  }
}
