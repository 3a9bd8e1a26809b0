import type { AlarmKind, AlarmRule, AlarmSeverity } from '@northlight/contract';
import type { AlarmStatus } from './grouping/group-alarms.ts';
import type { ColumnType, Generated } from 'kysely';

export interface AlarmTable {
  id: string;
  project_id: number;
  device_id: string | null;
  device_name: string | null;
  device_mac: string | null;
  device_model: string | null;
  kind: AlarmKind;
  severity: AlarmSeverity;
  event: string;
  /** Id of the device event. An event that the device repeats raises no second alarm. */
  event_id: string | null;
  at: Date;
  read_at: Date | null;
  resolved_at: Date | null;
  /** Id of the alarm that caused this alarm; a cause never has a cause itself. */
  cause_id: Generated<string | null>;
  /** Port, disk or camera of the alarm, for kinds of which a device can have several alarms; otherwise empty. */
  subject: Generated<string>;
  /**
   * `new` until grouped; `held` while the tolerance lasts or planned work explains the alarm. Only `shown`
   * alarms are visible.
   */
  status: Generated<AlarmStatus>;
  shown_at: Generated<Date | null>;
  occurrences: Generated<number>;
  last_at: Generated<Date | null>;
  /** Time of the decision whether to send notices. */
  considered_at: Generated<Date | null>;
  /** True when the notice of the alarm's start was sent; the notice of its end is sent only in that case. */
  notified: Generated<boolean>;
  end_notified_at: Generated<Date | null>;
  /** When an open alarm became critical, of which it notifies once more; null if it never did. */
  escalated_at: Generated<Date | null>;
  /** Account that resolved the alarm manually. */
  resolved_by: Generated<string | null>;
}

/** Link changes of ports as reported by devices, kept for 8 days. */
export interface PortChangeTable {
  device_id: string;
  event_id: string;
  project_id: number;
  port: string;
  up: boolean;
  at: Date;
}

/** Changes of mesh nodes to another parent as reported by the nodes, kept for 8 days. */
export interface ParentChangeTable {
  device_id: string;
  event_id: string;
  project_id: number;
  parent_mac: string;
  at: Date;
}

/** One row per project, locked by the server that groups its alarms. */
export interface AlarmGroupingTable {
  project_id: number;
}

/** A project's rules that differ from the defaults. */
export interface AlarmRulesTable {
  project_id: number;
  version: number;
  rules: ColumnType<readonly AlarmRule[], string, string>;
  changed_by: string;
  changed_at: Date;
}

/**
 * A figure that has reached its threshold, and the time since then. `device_id` is empty for the project itself.
 */
export interface AlarmWatchTable {
  project_id: number;
  device_id: string;
  kind: AlarmKind;
  /** Disk or camera, for kinds of which a device can have several alarms. */
  subject: Generated<string>;
  since: Date;
}

/** The state of a project at its last check of VLAN paths. The check is repeated when the marker changes. */
export interface VlanPathCheckTable {
  project_id: number;
  marker: string;
}

/**
 * Choices of accounts about mails of a project's alarms. An owner without a choice gets mails about critical
 * alarms.
 */
export interface AlarmRecipientTable {
  project_id: number;
  account_id: string;
  choice: 'all' | 'critical' | 'off';
}

export interface AlarmWebhookTable {
  id: string;
  project_id: number;
  /**
   * Owner of the project when the webhook was added. The webhook is ignored after a transfer to another
   * owner.
   */
  owner_id: string;
  url: string;
  /** Secret of the webhook, encrypted with the project's key. */
  secret: Buffer;
  enabled: boolean;
  note: string | null;
  failing_since: Date | null;
  created_at: Date;
}

/** One notice to one target, and the result of its delivery. */
export interface AlarmDeliveryTable {
  id: string;
  project_id: number;
  webhook_id: string | null;
  account_id: string | null;
  target: string;
  moment: 'begin' | 'end' | 'test';
  subject: string;
  /** JSON text that is signed and sent. */
  body: string;
  state: 'queued' | 'delivered' | 'failed';
  attempts: number;
  /** Time of the next attempt, or end of the lease while an attempt is in progress. */
  next_at: Date;
  status: number | null;
  detail: string | null;
  created_at: Date;
  ended_at: Date | null;
}

declare module '../platform/db/database.ts' {
  interface Database {
    alarms: AlarmTable;
    port_changes: PortChangeTable;
    parent_changes: ParentChangeTable;
    alarm_groupings: AlarmGroupingTable;
    alarm_rules: AlarmRulesTable;
    alarm_watches: AlarmWatchTable;
    vlan_path_checks: VlanPathCheckTable;
    alarm_recipients: AlarmRecipientTable;
    alarm_webhooks: AlarmWebhookTable;
    alarm_deliveries: AlarmDeliveryTable;
  }
}
