import type {
  bootReason,
  CommandPush,
  CommandReport,
  ConfigIssue,
  ConfigReport,
  DeviceConfig,
  DeviceRequest,
  LocalChange,
} from '@northlight/contract/device-protocol';
import { DAY_MS } from '@northlight/runtime';
import type { z } from 'zod';
import type { LocalPassword, SavedState } from './saved-state.ts';

export type BootReason = z.infer<typeof bootReason>;
/** Reason for a restart that the agent performs; reported in the next birth. */
export type RebootReason = Extract<BootReason, 'restart' | 'reset' | 'upgrade'>;
export type LinkRole = 'provision' | 'device';
/**
 * Phase of the link. `stopped`: no connection is requested. `waiting`: waits for the next attempt. `joining`:
 * connected, but the birth is not acknowledged. `online`: the birth is acknowledged, or for the role
 * `provision` the hello is sent.
 */
export type LinkPhase = 'stopped' | 'waiting' | 'connecting' | 'joining' | 'online';
export type TimerName = 'retry' | 'hello' | 'confirm' | 'held' | 'renew' | 'certify';

/** State of the link's state machine as plain data. Each event changes the state and causes effects. */
export interface LinkState {
  readonly sn: string;
  /** False for a device without a secret, which cannot send a hello and uses only its credential. */
  readonly canHello: boolean;
  readonly saved: SavedState;
  readonly phase: LinkPhase;
  readonly role: LinkRole;
  readonly session: string;
  /** Random id of this start of the software. */
  readonly boot: string;
  /** Number of connections that were lost or failed since the last acknowledged birth. */
  readonly failures: number;
  /** Number of refusals of the identity in a row. */
  readonly refusals: number;
  readonly bootReason: BootReason;
  /** Id of the command that caused this start. */
  readonly bootCommand?: string | undefined;
  /** Number of unfinished apply and restore jobs of the driver; pushes wait until it is zero. */
  readonly driverJobs: number;
  /** The latest push received while the driver was busy. */
  readonly queuedPush?: IncomingConfig | undefined;
  /**
   * Cloud clock minus device clock (ms), zero for a small difference; undefined until the cloud has sent its
   * time.
   */
  readonly offsetMs: number | undefined;
  /** Unanswered requests of this connection. */
  readonly openRequests: readonly OpenRequest[];
  /** Number of requests sent on this connection. */
  readonly requestCount: number;
  /** Unreadable revision that was requested again on this connection; 0 when its number is unknown. */
  readonly rerequestedRev: number | undefined;
  /** Commands that wait for the cloud's time or for an idle driver. */
  readonly waitingCommands: readonly unknown[];
  readonly renewAfterMs: number;
  /** True for a device that creates keys and requests client certificates. */
  readonly usesCertificates: boolean;
  /** True when the current connection or attempt uses the certificate. */
  readonly usingCertificate: boolean;
  /** `key` while a key is being created, then the key for which a certificate was requested. */
  readonly certificateRequest: 'key' | { readonly key: string } | undefined;
}

/** A parsed push. `actualHash` is computed over the configuration as received. */
export interface IncomingConfig {
  readonly rev: number;
  readonly hash: string;
  readonly actualHash: string;
  readonly schema: number;
  readonly base?: number | undefined;
  readonly when?: number | undefined;
  readonly confirmSecs: number;
  /** The parsed configuration; undefined when it could not be parsed. */
  readonly config: DeviceConfig | undefined;
}

/** Result of an apply; after `rejected` the device is unchanged. */
export interface ApplyOutcome {
  readonly status: 'applied' | 'partial' | 'rejected';
  readonly issues: readonly ConfigIssue[];
  readonly code?: number;
}

/** A request whose answer has not arrived. */
export interface OpenRequest {
  readonly requestId: string;
  readonly kind: DeviceRequest['kind'];
  /** Set for parts of backups and for pictures. */
  readonly purpose?: FileRequest['purpose'];
}

/** Request for the address of a part of a backup, or of a picture. */
export type FileRequest = Extract<DeviceRequest, { kind: 'download' | 'upload' }> & {
  readonly purpose: 'backup' | 'snapshot';
};

export type LinkEvent =
  | {
      readonly type: 'boot';
      readonly session: string;
      readonly boot: string;
      readonly bootReason: BootReason;
    }
  | { readonly type: 'retry'; readonly session: string }
  | { readonly type: 'connected' }
  | { readonly type: 'subscribed' }
  | { readonly type: 'refused' }
  | { readonly type: 'closed' }
  | { readonly type: 'message'; readonly topic: string; readonly payload: string }
  | { readonly type: 'acked'; readonly note: PublishNote }
  | { readonly type: 'helloDue' }
  | { readonly type: 'applied'; readonly outcome: ApplyOutcome; readonly ms: number }
  | { readonly type: 'confirmDue' }
  | { readonly type: 'heldDue' }
  | { readonly type: 'renewDue' }
  | { readonly type: 'certifyDue' }
  | { readonly type: 'newKey'; readonly key: string; readonly csr: string }
  | { readonly type: 'restored' }
  | { readonly type: 'progress'; readonly report: CommandReport }
  | { readonly type: 'reboot'; readonly cid: string; readonly reason: RebootReason }
  | { readonly type: 'managed'; readonly managed: 'cloud' | 'local' }
  /** A password that was set on the local page. */
  | { readonly type: 'localPassword'; readonly password: LocalPassword }
  /** Settings that were changed on the local page. */
  | { readonly type: 'localChange'; readonly change: LocalChange }
  /** Request of the upgrade command for the download address of its software. */
  | { readonly type: 'softwareRequested' }
  | { readonly type: 'fileRequested'; readonly request: FileRequest }
  | { readonly type: 'stop'; readonly reason?: string };

/** A file that the cloud offers for download for a limited time. */
export interface OfferedFile {
  readonly url: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Identifies a published message whose acknowledgement the state machine handles. */
export type PublishNote =
  | { readonly kind: 'birth'; readonly rev: number }
  | { readonly kind: 'report'; readonly report: ConfigReport }
  | { readonly kind: 'command'; readonly report: CommandReport };

/** Effects of an event. They run one after another; a `save` is on disk before the next effect starts. */
export type LinkEffect =
  | { readonly type: 'save' }
  | { readonly type: 'connect'; readonly role: LinkRole }
  | { readonly type: 'newKey' }
  | { readonly type: 'subscribe'; readonly topic: string }
  | { readonly type: 'hello' }
  | { readonly type: 'birth'; readonly rev: number; readonly hash: string }
  | {
      readonly type: 'publish';
      readonly topic: string;
      readonly message: object;
      readonly note?: PublishNote;
    }
  | { readonly type: 'end'; readonly goodbye?: string }
  | { readonly type: 'drop' }
  | { readonly type: 'wait'; readonly timer: TimerName; readonly minMs: number; readonly maxMs: number }
  | { readonly type: 'cancel'; readonly timer: TimerName }
  | { readonly type: 'apply'; readonly rev: number; readonly config: DeviceConfig }
  | { readonly type: 'restore'; readonly config: DeviceConfig }
  | { readonly type: 'command'; readonly push: CommandPush }
  /** Resolves a software request; `reason` is set when there is no file. */
  | { readonly type: 'softwareOffered'; readonly file: OfferedFile | undefined; readonly reason: string }
  /** Resolves a request for a part of a backup or a picture; `reason` is set when there is no address. */
  | {
      readonly type: 'fileOffered';
      readonly kind: FileRequest['kind'];
      readonly purpose: FileRequest['purpose'];
      readonly url: string | undefined;
      readonly file: OfferedFile | undefined;
      readonly reason: string;
    }
  /** Resolves a change of the local page; an empty list of issues means success. */
  | { readonly type: 'localChangeDone'; readonly issues: readonly ConfigIssue[] }
  | { readonly type: 'online' }
  | { readonly type: 'offline' }
  | { readonly type: 'log'; readonly level: 'info' | 'warn'; readonly text: string };

export interface Step {
  readonly state: LinkState;
  readonly effects: readonly LinkEffect[];
}

export const createStep = (state: LinkState, ...effects: LinkEffect[]): Step => ({ state, effects });

/** Runs `second` on the state after `first` and joins their effects. */
export function chainStep(first: Step, second: (state: LinkState) => Step): Step {
  const next = second(first.state);
  return { state: next.state, effects: [...first.effects, ...next.effects] };
}

/**
 * Reconnects, so that a new birth reports a change. An offline device reports the change at its next
 * connection.
 */
export function reconnect(state: LinkState): Step {
  if (state.role !== 'device' || (state.phase !== 'online' && state.phase !== 'joining'))
    return createStep(state);
  return createStep(
    { ...state, phase: 'waiting' },
    { type: 'offline' },
    { type: 'end' },
    { type: 'wait', timer: 'retry', minMs: 0, maxMs: 0 },
  );
}

/** Returns the cloud's time (ms); without a known offset, the device's own time. */
export const computeCloudTime = ({ offsetMs = 0 }: LinkState, now: number): number => now + offsetMs;

/**
 * Limits a wait to one day (ms), because timers overflow after 24.8 days and the clock may be adjusted
 * meanwhile.
 */
export const clampToOneDay = (ms: number): number => Math.min(DAY_MS, Math.max(0, ms));
