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
import type { LocalPassword, Saved } from './saved.ts';

export type BootReason = z.infer<typeof bootReason>;
/** Why a device goes down by itself; told at the birth after it. */
export type RebootReason = Extract<BootReason, 'restart' | 'reset' | 'upgrade'>;
export type LinkRole = 'provision' | 'device';
/** `stopped` has no connection and wants none; `waiting` will try again; `online` has said its birth. */
export type LinkPhase = 'stopped' | 'waiting' | 'connecting' | 'joining' | 'online';
export type TimerName = 'retry' | 'hello' | 'confirm' | 'held' | 'renew' | 'certify';

/** What the machine knows. Plain data: (state, event) → (state, effects). */
export interface LinkState {
  readonly sn: string;
  /** False for a device without a secret: it cannot say hello and only uses its credential. */
  readonly canHello: boolean;
  readonly saved: Saved;
  readonly phase: LinkPhase;
  readonly as: LinkRole;
  readonly session: string;
  /** This start of the software. */
  readonly boot: string;
  /** Connections lost or not made since the last birth. */
  readonly failures: number;
  /** Refusals of the identity, one after another. */
  readonly refusals: number;
  readonly bootReason: BootReason;
  /** The command that this start was for. */
  readonly bootCommand?: string | undefined;
  /** How much the driver was asked to apply or restore and has not ended; pushes wait. */
  readonly working: number;
  /** The latest push that came while busy. */
  readonly next?: IncomingConfig | undefined;
  /** How far the cloud's clock is ahead (ms), zero when near; undefined until the cloud has said. */
  readonly offsetMs: number | undefined;
  /** What was asked on this connection and is not answered. */
  readonly asked: readonly { readonly requestId: string; readonly kind: DeviceRequest['kind'] }[];
  /** How much was asked on this connection. */
  readonly questions: number;
  /** The revision that was asked for on this connection because it could not be read. */
  readonly reread: number | undefined;
  /** Commands that look late by a clock that may be wrong. */
  readonly parked: readonly unknown[];
  readonly renewAfterMs: number;
  /** True for a device that can make keys and asks for client certificates. */
  readonly certifies: boolean;
  /** True while the connection is made with the certificate. */
  readonly certified: boolean;
  /** A key is being made, or it waits for the answer to its request. */
  readonly certifying: 'key' | { readonly key: string } | undefined;
}

/** A push as it was read from the wire, with the hash of what really arrived. */
export interface IncomingConfig {
  readonly rev: number;
  readonly hash: string;
  readonly actualHash: string;
  readonly schema: number;
  readonly base?: number | undefined;
  readonly when?: number | undefined;
  readonly confirmSecs: number;
  /** Undefined when it could not be read. */
  readonly config: DeviceConfig | undefined;
}

/** What applying came to. `rejected` has changed nothing. */
export interface ApplyOutcome {
  readonly status: 'applied' | 'partial' | 'rejected';
  readonly issues: readonly ConfigIssue[];
  readonly code?: number;
}

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
  /** A password that was set at the device's own page. */
  | { readonly type: 'localPassword'; readonly password: LocalPassword }
  /** What was set at the device's own page. */
  | { readonly type: 'localChange'; readonly change: LocalChange }
  /** The device wants the address of the software that it was told to take. */
  | { readonly type: 'wantsSoftware' }
  | { readonly type: 'stop'; readonly reason?: string };

/** A file as the cloud offers it, for a while. */
export interface OfferedFile {
  readonly url: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Which acknowledgement the machine wants to hear of. */
export type PublishNote =
  | { readonly kind: 'birth'; readonly rev: number }
  | { readonly kind: 'report'; readonly report: ConfigReport }
  | { readonly kind: 'command'; readonly report: CommandReport };

/** Carried out one after another; `save` has reached the disk before the next begins. */
export type LinkEffect =
  | { readonly type: 'save' }
  | { readonly type: 'connect'; readonly as: LinkRole }
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
  /** To who wanted the software's address; without a file the reason. */
  | { readonly type: 'answered'; readonly file: OfferedFile | undefined; readonly reason: string }
  /** To who changed something at the device's own page: nothing wrong, or why it was not done. */
  | { readonly type: 'changedLocally'; readonly issues: readonly ConfigIssue[] }
  | { readonly type: 'online' }
  | { readonly type: 'offline' }
  | { readonly type: 'log'; readonly level: 'info' | 'warn'; readonly text: string };

export interface Step {
  readonly state: LinkState;
  readonly effects: readonly LinkEffect[];
}

export const step = (state: LinkState, ...effects: LinkEffect[]): Step => ({ state, effects });

/** Runs a second step on the result of a first one. */
export function chain(first: Step, second: (state: LinkState) => Step): Step {
  const next = second(first.state);
  return { state: next.state, effects: [...first.effects, ...next.effects] };
}

/** Reconnects for a birth that reports a change; a device that is offline reports it when it connects. */
export function rejoin(state: LinkState): Step {
  if (state.as !== 'device' || (state.phase !== 'online' && state.phase !== 'joining')) return step(state);
  return step(
    { ...state, phase: 'waiting' },
    { type: 'offline' },
    { type: 'end' },
    { type: 'wait', timer: 'retry', minMs: 0, maxMs: 0 },
  );
}

/** The cloud's clock as far as the device knows it. */
export const cloudNow = ({ offsetMs = 0 }: LinkState, now: number): number => now + offsetMs;

/** Long waits are cut to one day: a timer holds at most some weeks, and clocks are set. */
export const untilAtMostADay = (ms: number): number => Math.min(DAY_MS, Math.max(0, ms));
