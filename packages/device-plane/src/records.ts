import type {
  Capabilities,
  CommandKind,
  CommandResult,
  ConfigIssue,
  DeviceConfig,
  LiveResource,
  LocalChange,
} from './contract-types.ts';

/** What the cloud wants of a device: the whole document, its revision and hash. */
export interface DesiredConfig {
  readonly rev: number;
  readonly hash: string;
  readonly config: DeviceConfig;
  /** Not to be applied before (ms). */
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
  /** It runs something else than it had taken up, and nobody has decided yet: nothing is sent. */
  | 'drifted';

/** A claimed device as the device plane keeps it; plain data, so that steps stay pure. */
export interface DeviceRecord {
  readonly id: string;
  readonly projectId: number;
  readonly name: string;
  readonly epoch: number;
  /** Status code 0..9 of the contract's table. */
  readonly state: number;
  readonly stateAt: number;
  /** True until it has spoken for the first time. */
  readonly waiting: boolean;
  /** The device's own session: late words of an earlier one are ignored. */
  readonly session: string | undefined;
  /** Start of its software that its last birth told of. */
  readonly boot: string | undefined;
  readonly managed: 'cloud' | 'local';
  readonly desired: DesiredConfig | undefined;
  readonly reportedRev: number;
  readonly reportedHash: string;
  readonly reportedStatus: ReportedStatus;
  readonly reportedIssues: readonly ConfigIssue[];
  /** Revision that the device undid or refused: never sent again. */
  readonly badRev: number;
  /** Revision that was sent and has not been missed since: it is not sent again. */
  readonly sentRev: number;
  /** The highest revision that the device has ever told of, whatever became of it: a new one is above it. */
  readonly seenRev: number;
}

export type RowState = 'queued' | 'sent' | 'running' | 'done' | 'partial' | 'failed' | 'skipped' | 'expired';

/** One row of a job: work for one device, open until a terminal state. */
export interface WorkRow {
  /** The command's id on the wire. */
  readonly id: string;
  readonly kind: CommandKind | 'configure';
  /** Revision, for `configure`. */
  readonly rev: number | undefined;
  readonly state: RowState;
  readonly percent: number | undefined;
  readonly detail: string | undefined;
  readonly code: number | undefined;
  readonly issues: readonly ConfigIssue[];
  /** After this it expires (ms). Commands only; a configuration waits for its device. */
  readonly deadline: number | undefined;
  /** What the command needs to know; commands only. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** What the command brought. */
  readonly result?: CommandResult | undefined;
  /** Its wave has not begun: it is not sent yet. */
  readonly held?: boolean;
  /** Queued, and who asked for it may not any more. */
  readonly revoked?: boolean;
}

/** A device and its open work, loaded together and locked. */
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
  /** `raise` keeps one open alarm of a kind and device; `resolve` closes it. */
  readonly change: 'raise' | 'resolve';
  readonly severity: 'info' | 'warning' | 'critical';
  readonly event: string;
}

/** One line of what became of a device. */
export interface LogLine {
  readonly severity: 'info' | 'warning' | 'critical';
  readonly event: string;
}

/** A message to one device, published after the step is committed. */
export interface Outgoing {
  readonly topic: string;
  readonly payload: object;
}

/** What one step changes; empty parts change nothing. */
export interface Outcome {
  readonly device?: Partial<DeviceRecord>;
  /** The desired document stays, and has this revision from now on. */
  readonly desiredRev?: number | undefined;
  /** Facts that only a birth carries. */
  readonly identity?: BirthFacts;
  readonly work?: readonly WorkRow[];
  readonly alarms?: readonly AlarmChange[];
  /** For the project's log. */
  readonly log?: readonly LogLine[];
  /** Clients of this device are gone with it. */
  readonly clientsOffline?: boolean;
  readonly send?: readonly Outgoing[];
  /** A revision that the device may have to be sent again, when it has had time to say what became of it. */
  readonly secondPushRev?: number | undefined;
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
  /** What was changed at its own page since the cloud's last configuration. */
  readonly localChange: LocalChange | undefined;
  readonly uptimeSeconds: number;
  readonly bornAt: number;
}
