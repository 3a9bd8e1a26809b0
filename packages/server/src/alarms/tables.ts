import type { AlarmKind, AlarmRule, AlarmSeverity } from '@northlight/contract';
import type { AlarmStanding } from './grouping/group-alarms.ts';
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
  /** Device event id: a repeated event makes no second alarm. */
  event_id: string | null;
  at: Date;
  read_at: Date | null;
  resolved_at: Date | null;
  /** The alarm that this one is a consequence of; never one that has a cause itself. */
  cause_id: Generated<string | null>;
  /** Of several of a kind on one device: which port. */
  subject: Generated<string>;
  /** `new` until it has been looked at, `held` while it may be nothing. Only what is shown exists for anybody. */
  standing: Generated<AlarmStanding>;
  shown_at: Generated<Date | null>;
  occurrences: Generated<number>;
  last_at: Generated<Date | null>;
  /** When it was decided whether anybody is told. */
  considered_at: Generated<Date | null>;
  /** Its beginning was told to somebody, so that its end is too. */
  told: Generated<boolean>;
  end_told_at: Generated<Date | null>;
  /** Account that resolved it by hand. */
  resolved_by: Generated<string | null>;
}

/** Ups and downs of ports as devices told them, for an hour. */
export interface PortChangeTable {
  device_id: string;
  event_id: string;
  project_id: number;
  port: string;
  up: boolean;
  at: Date;
}

/** One row per project: who groups its alarms holds it. */
export interface AlarmGroupingTable {
  project_id: number;
}

/** What a project wants otherwise than the kinds have it. */
export interface AlarmRulesTable {
  project_id: number;
  version: number;
  rules: ColumnType<readonly AlarmRule[], string, string>;
  changed_by: string;
  changed_at: Date;
}

/** A figure at or above its threshold, and since when; an empty device is the project itself. */
export interface AlarmWatchTable {
  project_id: number;
  device_id: string;
  kind: AlarmKind;
  since: Date;
}

/** Accounts that get mails about a project's alarms. */
export interface AlarmRecipientTable {
  project_id: number;
  account_id: string;
}

export interface AlarmWebhookTable {
  id: string;
  project_id: number;
  /** Who owned the project when it was added: it works for no other owner. */
  owner_id: string;
  url: string;
  /** Under the project's own key. */
  secret: Buffer;
  enabled: boolean;
  note: string | null;
  failing_since: Date | null;
  created_at: Date;
}

/** One notice to one target, with what became of it. */
export interface AlarmDeliveryTable {
  id: string;
  project_id: number;
  webhook_id: string | null;
  account_id: string | null;
  target: string;
  moment: 'begin' | 'end' | 'test';
  subject: string;
  /** As it is signed and sent. */
  body: string;
  state: 'queued' | 'delivered' | 'failed';
  attempts: number;
  /** The next attempt, or the end of the lease of one that is under way. */
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
    alarm_groupings: AlarmGroupingTable;
    alarm_rules: AlarmRulesTable;
    alarm_watches: AlarmWatchTable;
    alarm_recipients: AlarmRecipientTable;
    alarm_webhooks: AlarmWebhookTable;
    alarm_deliveries: AlarmDeliveryTable;
  }
}
