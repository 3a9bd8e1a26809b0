export interface AlarmTable {
  id: string;
  project_id: number;
  device_id: string | null;
  device_name: string | null;
  device_mac: string | null;
  device_model: string | null;
  kind:
    | 'device-offline'
    | 'config-refused'
    | 'config-rolled-back'
    | 'config-drifted'
    | 'identity-takeover'
    | 'device-event';
  severity: 'info' | 'warning' | 'critical';
  event: string;
  /** Device event id: a repeated event makes no second alarm. */
  event_id: string | null;
  at: Date;
  read_at: Date | null;
  resolved_at: Date | null;
}

declare module '../platform/db/database.ts' {
  interface Database {
    alarms: AlarmTable;
  }
}
