import type {
  Capabilities,
  CommandKind,
  CommandResult,
  ConfigIssue,
  DeviceConfig,
  LiveResource,
  LocalChange,
} from './contract-types.ts';

/** Desired configuration of a device: the whole document with its revision and hash. */
export interface DesiredConfig {
  readonly rev: number;
  readonly hash: string;
  readonly config: DeviceConfig;
  /** Earliest time at which the device applies the document (ms since 1970). */
  readonly when?: number | undefined;
}

export type ReportedStatus =
  | 'none'
  | 'queued'
  | 'sent'
  | 'received'
  | 'applying'
  | 'applied'
  | 'partial'
  | 'rejected'
  | 'rolledback'
  /**
   * The device runs another configuration than it had applied. The cloud sends it no configuration until a
   * user decides.
   */
  | 'drifted';

/** State of a claimed device in the device plane, as plain data, so that steps have no side effects. */
export interface DeviceRecord {
  readonly id: string;
  readonly projectId: number;
  readonly name: string;
  /** Serial number and MAC as registered; the reports of the device do not change them. */
  readonly sn: string;
  readonly mac: string;
  /** Kind of the device as in its capabilities, such as `switch`. */
  readonly kind: string;
  readonly epoch: number;
  /** Status code of the device, 0 to 9 in the contract's table. */
  readonly state: number;
  readonly stateAt: number;
  /** True until the first birth of the device. */
  readonly waiting: boolean;
  /**
   * Current session of the device; undefined while it is disconnected. Reports of earlier sessions are
   * ignored.
   */
  readonly session: string | undefined;
  /** Id of the software start, from the last birth. */
  readonly boot: string | undefined;
  readonly managed: 'cloud' | 'local';
  readonly desired: DesiredConfig | undefined;
  readonly reportedRev: number;
  readonly reportedHash: string;
  readonly reportedStatus: ReportedStatus;
  readonly reportedIssues: readonly ConfigIssue[];
  /** Revision that the device rejected or rolled back, or that was skipped. It is never sent again. */
  readonly badRev: number;
  /** Revision that counts as sent and is therefore not sent again; 0 for none. A birth resets it. */
  readonly sentRev: number;
  /** Highest revision that the device has ever reported, with any result. New revisions are higher. */
  readonly seenRev: number;
  /**
   * Reason why the connected device takes no configuration now, which waits; set for the steps of such a connection
   * only, and not stored.
   */
  readonly hold?: string | undefined;
}

export type RowState = 'queued' | 'sent' | 'running' | 'done' | 'partial' | 'failed' | 'skipped' | 'expired';

/** One row of a job: work for one device, open until a terminal state. */
export interface WorkRow {
  /** Id of the command in messages to the device. */
  readonly id: string;
  readonly kind: CommandKind | 'configure';
  /** Revision of a `configure` row; undefined for commands. */
  readonly rev: number | undefined;
  readonly state: RowState;
  readonly percent: number | undefined;
  readonly detail: string | undefined;
  readonly code: number | undefined;
  readonly issues: readonly ConfigIssue[];
  /** Time after which the command expires (ms); undefined for a configuration, which waits for its device. */
  readonly deadline: number | undefined;
  /** Arguments of the command; absent for a configuration. */
  readonly args?: Readonly<Record<string, unknown>>;
  readonly result?: CommandResult | undefined;
  /** True while the wave of the row has not started, so that the row is not sent. */
  readonly held?: boolean;
  /** True for a queued row whose requester no longer has permission. */
  readonly revoked?: boolean;
}

/** A device and its open work, read in one snapshot without a lock. */
export interface DeviceView {
  readonly device: DeviceRecord;
  readonly work: readonly WorkRow[];
}

export interface AlarmChange {
  readonly kind:
    | 'device-offline'
    | 'config-refused'
    | 'config-rolled-back'
    | 'config-drifted'
    | 'identity-takeover'
    | 'device-event';
  /** `raise` opens an alarm unless one of its kind is open on the device; `resolve` closes the open alarm. */
  readonly change: 'raise' | 'resolve';
  readonly severity: 'info' | 'warning' | 'critical';
  readonly event: string;
}

/** One entry of the project's log about a device. */
export interface LogLine {
  readonly severity: 'info' | 'warning' | 'critical';
  readonly event: string;
}

/** A message to one device, published after the step is committed. */
export interface Outgoing {
  readonly topic: string;
  readonly payload: object;
}

/** Work of the server that a change requests; absent for none. */
export interface Consequences {
  /** True to group the alarms of the project, because its open alarms or the presence of a device changed. */
  readonly groupAlarms?: boolean;
  /** True to advance jobs, because their rows changed. */
  readonly advanceJobs?: boolean;
}

/** Changes and messages of one step; absent parts change nothing. */
export interface Outcome extends Consequences {
  readonly device?: Partial<DeviceRecord>;
  /** New number of the desired document, whose content stays the same. */
  readonly desiredRev?: number | undefined;
  /** Facts of the birth, if the step handled one. */
  readonly identity?: BirthFacts;
  readonly work?: readonly WorkRow[];
  readonly alarms?: readonly AlarmChange[];
  /** Entries for the project's log. */
  readonly log?: readonly LogLine[];
  /** True to mark all clients of this device offline. */
  readonly clientsOffline?: boolean;
  readonly send?: readonly Outgoing[];
  /** Revision to push again after SECOND_PUSH_MS, unless the device reports its result first. */
  readonly secondPushRev?: number | undefined;
  /** Resources that open pages must reload. */
  readonly live?: readonly LiveResource[];
}

export interface BirthFacts {
  readonly model: string;
  readonly mac: string;
  readonly caps: Capabilities;
  readonly software: string;
  readonly hardware: string;
  readonly meshRole: 'primary' | 'secondary' | undefined;
  readonly nets: { ip?: string; vlan?: number; uplinkMac?: string; uplinkPort?: string };
  /** Changes made on the device's local page since the cloud's last configuration. */
  readonly localChange: LocalChange | undefined;
  readonly uptimeSeconds: number;
  readonly bornAt: number;
}
