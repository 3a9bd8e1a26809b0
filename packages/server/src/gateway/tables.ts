import type { GatewayConfig } from '@northlight/contract';
import type { ColumnType } from 'kysely';

export interface GatewayConfigTable {
  project_id: number;
  version: number;
  config: ColumnType<GatewayConfig, string, string>;
  changed_by: string;
  changed_at: Date;
}

declare module '../platform/db/database.ts' {
  interface Database {
    gateway_configs: GatewayConfigTable;
  }
}
