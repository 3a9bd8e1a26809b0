import type { TemplateContent } from '@northlight/contract';
import type { ColumnType } from 'kysely';

export interface NetworkTemplateTable {
  id: string;
  account_id: string;
  name: string;
  name_key: string;
  remark: string | null;
  /** Name of the project that the template was saved from. */
  source: string;
  /** Content without passwords and without the ids of the project's stored passwords. */
  content: ColumnType<TemplateContent, string, string>;
  /** Key of the template's passwords, wrapped with the server's key. */
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
