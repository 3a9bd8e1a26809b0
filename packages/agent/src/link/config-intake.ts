import {
  CONFIG_SCHEMA,
  configEnvelope,
  type ConfigIssue,
  type ConfigReport,
  type configStatus,
  deviceConfig,
  type DeviceConfig,
  topics,
} from '@northlight/contract/device-protocol';
import { canonicalJson, sha256Hex } from '@northlight/runtime';
import type { z } from 'zod';
import { ask } from './ask.ts';
import { takeParked } from './command-intake.ts';
import {
  cloudNow,
  untilAtMostADay,
  type ApplyOutcome,
  type IncomingConfig,
  type LinkEffect,
  type LinkState,
  step,
  type Step,
  chain,
} from './state.ts';
import { onLocalApplied } from './local-change.ts';
import type { Saved, Trial } from './saved.ts';

const LOCAL_MANAGEMENT = 76;
/** A configuration whose applying was cut short this often is undone instead of tried again. */
const MAX_ATTEMPTS = 2;

/** Reads a push; the hash is taken over what arrived, before defaults are filled in. */
export function readPush(payload: unknown): IncomingConfig | undefined {
  const parsed = configEnvelope.safeParse(payload);
  if (!parsed.success || typeof payload !== 'object' || payload === null || !('config' in payload))
    return undefined;
  const config = deviceConfig.safeParse(payload.config).data;
  return { ...parsed.data, config, actualHash: sha256Hex(canonicalJson(payload.config)) };
}

/** A push as it came. One that cannot be read at all is asked for, as its revision is not known. */
export function onPushed(state: LinkState, payload: unknown, now: number): Step {
  const push = readPush(payload);
  return push ? onPush(state, push, now) : askAgain(state, undefined);
}

/** The desired configuration, asked for; a push in every respect. */
export function onConfigAnswer(state: LinkState, desired: unknown, now: number): Step {
  return desired === 'none' ? step(state) : onPushed(state, desired, now);
}

/** Takes a push that is newer than what is active, with a word for every other one. */
function onPush(state: LinkState, push: IncomingConfig, now: number): Step {
  const { active, held, seen, trial, unsent } = state.saved;
  if (push.rev < active.rev || (trial && push.rev <= trial.rev)) return step(state);
  // Two may come out of order when they left together: the later one waits already.
  if (push.rev < waitingRevision(state, push)) return step(state);
  // The cloud has not heard yet that this one was undone: it is told, instead of that being tried again.
  if (unsent?.status === 'rolledback' && unsent.rev === push.rev && unsent.hash === push.hash)
    return step(state, ...unsentReport(state));
  if (push.rev === active.rev && push.hash === active.hash)
    return step(state, report(state, push, 'applied'));
  if (push.rev === active.rev || (push.rev === seen?.rev && push.hash !== seen.hash))
    return refuse(state, push, 'The revision is already in use for another configuration.');
  if (push.schema > CONFIG_SCHEMA)
    return refuse(
      state,
      push,
      `The configuration is of schema ${push.schema}, and this software reads ${CONFIG_SCHEMA}.`,
      { path: 'schema' },
    );
  const { config } = push;
  if (!config || push.hash !== push.actualHash) return askAgain(state, push);
  if (state.saved.managed === 'local')
    return refuse(state, push, 'The device is in local management mode.', { code: LOCAL_MANAGEMENT });
  const received = report(state, push, 'received', { base: foundInstead(state, push) });
  if (held?.rev === push.rev) return step(state, received);
  const next: LinkState = { ...state, saved: withSeen(state.saved, push) };
  const early = push.when !== undefined && (state.offsetMs === undefined || push.when > cloudNow(state, now));
  if (early && push.when !== undefined)
    return hold(next, { ...push, config, when: push.when }, received, now);
  if (state.working > 0 || trial) return step({ ...next, next: push }, { type: 'save' }, received);
  return begin(next, { ...push, config }, received);
}

/** The revision whose place this push would take: of what waits for the driver, or for its hour like this one. */
const waitingRevision = ({ next, saved: { held } }: LinkState, { when }: IncomingConfig): number =>
  Math.max(next?.rev ?? 0, when === undefined ? 0 : (held?.rev ?? 0));

/** The driver has ended one of its works. */
const oneLess = (state: LinkState): LinkState => ({ ...state, working: Math.max(0, state.working - 1) });

type Tried = Trial & { readonly outcome: NonNullable<Trial['outcome']> };
type Readable = IncomingConfig & { readonly config: DeviceConfig };

function begin(state: LinkState, push: Readable, received: LinkEffect): Step {
  const { rev, hash, config, confirmSecs } = push;
  const trial: Trial = { rev, hash, config, confirmSecs, attempts: 1 };
  const { held, ...saved } = state.saved;
  const later = held && held.rev > rev ? { held } : {};
  return step(
    { ...state, working: state.working + 1, next: undefined, saved: { ...saved, ...later, trial } },
    { type: 'save' },
    received,
    report(state, push, 'applying'),
    { type: 'apply', rev, config },
  );
}

/** Not yet: it is kept, in the place of one that waits already. */
function hold(state: LinkState, push: Readable & { when: number }, received: LinkEffect, now: number): Step {
  const { rev, hash, config, confirmSecs, when } = push;
  const held = { rev, hash, config, confirmSecs, when };
  return chain(step({ ...state, saved: { ...state.saved, held } }, { type: 'save' }, received), (next) =>
    takeHeld(next, now),
  );
}

/**
 * Takes up what was held when its time has come by the cloud's clock, else waits on. Only while the cloud is there:
 * what is applied without it cannot be confirmed and would be undone.
 */
export function takeHeld(state: LinkState, now: number): Step {
  const { held, ...saved } = state.saved;
  if (!held || state.phase !== 'online' || state.offsetMs === undefined) return step(state);
  const left = held.when - cloudNow(state, now);
  if (left > 0) {
    const ms = untilAtMostADay(left);
    return step(state, { type: 'wait', timer: 'held', minMs: ms, maxMs: ms });
  }
  const { rev, hash, config, confirmSecs } = held;
  const push = { rev, hash, config, confirmSecs, actualHash: hash, schema: CONFIG_SCHEMA };
  return onPush({ ...state, saved }, push, now);
}

/** Asks the cloud for what could not be read; what cannot be read then either is refused. */
function askAgain(state: LinkState, push: IncomingConfig | undefined): Step {
  const rev = push?.rev ?? 0;
  if (state.reread === undefined || rev > state.reread)
    return chain(
      step(
        { ...state, reread: rev },
        { type: 'log', level: 'warn', text: 'a configuration could not be read: asking for it' },
      ),
      (next) => ask(next, { kind: 'config' }),
    );
  if (!push) return step(state, { type: 'log', level: 'warn', text: 'a configuration could not be read' });
  const reason = push.config
    ? 'The configuration does not match its hash.'
    : 'The configuration could not be read.';
  return refuse(state, push, reason);
}

const withSeen = (saved: Saved, { rev, hash }: IncomingConfig): Saved =>
  rev > (saved.seen?.rev ?? 0) ? { ...saved, seen: { rev, hash } } : saved;

const refusedBy = ({ issues, status }: ApplyOutcome): readonly ConfigIssue[] | undefined =>
  status === 'rejected' ? issues : undefined;

/** What runs, when it is not what the cloud believes. */
function foundInstead(state: LinkState, { base }: IncomingConfig): number | undefined {
  const { rev } = runningTrial(state) ?? state.saved.active;
  return base === undefined || base === rev ? undefined : rev;
}

/** The driver is done: on trial until the cloud is reached, or refused with nothing changed. */
export function onApplied(state: LinkState, outcome: ApplyOutcome, ms: number, now: number): Step {
  const { trial } = state.saved;
  const idle = oneLess(state);
  if (!trial || idle.working > 0) return step(idle);
  if (trial.local) return onLocalApplied(idle, trial, refusedBy(outcome));
  if (outcome.status === 'rejected') {
    const refused = withoutTrial(idle);
    return chain(
      step(
        refused,
        { type: 'save' },
        report(refused, trial, 'rejected', { issues: [...outcome.issues], code: outcome.code, ms }),
      ),
      (next) => goOn(next, now),
    );
  }
  const tried: Trial = {
    ...trial,
    outcome: { status: outcome.status, issues: [...outcome.issues], ms },
    deadline: now + trial.confirmSecs * 1000,
  };
  const next: LinkState = { ...idle, saved: { ...state.saved, trial: tried } };
  return chain(step(next, { type: 'save' }, waitForConfirm(tried, now), ...trialReport(next)), (trying) =>
    takeParked(trying, cloudNow(trying, now)),
  );
}

/** What is on trial and runs. One that is on its way back is neither told nor confirmed any more. */
export function runningTrial({ working, saved: { trial } }: LinkState): Tried | undefined {
  return trial?.outcome && working === 0 ? { ...trial, outcome: trial.outcome } : undefined;
}

/** What is said of a configuration on trial; its acknowledgement confirms it. */
export function trialReport(state: LinkState): LinkEffect[] {
  const trial = runningTrial(state);
  if (!trial) return [];
  const { status, issues, ms } = trial.outcome;
  return [report(state, trial, status, { issues, ms })];
}

/** The cloud has acknowledged something that was sent with revision `rev` running. */
export function onReached(state: LinkState, rev: number, now: number): Step {
  const trial = runningTrial(state);
  if (trial?.rev !== rev) return step(state);
  const { hash, config } = trial;
  // What was changed at the device's own page has had its answer.
  const { local: _local, ...kept } = withoutTrial(state).saved;
  const confirmed: LinkState = { ...state, saved: { ...kept, active: { rev, hash, config } } };
  return chain(step(confirmed, { type: 'save' }, { type: 'cancel', timer: 'confirm' }), (next) =>
    goOn(next, now),
  );
}

/** The cloud was not reached in time: back to the configuration that was active before. */
export function onConfirmDue(state: LinkState): Step {
  const trial = runningTrial(state);
  if (!trial) return step(state);
  const { active } = state.saved;
  return step(
    { ...state, working: state.working + 1 },
    {
      type: 'log',
      level: 'warn',
      text: `the cloud was not reached with revision ${trial.rev}: going back to ${active.rev}`,
    },
    { type: 'restore', config: active.config },
  );
}

/** The earlier configuration runs again. What was on trial is reported as rolled back, now or at the next birth. */
export function onRestored(state: LinkState, now: number): Step {
  const idle = oneLess(state);
  // A new owner came before this one was done: the last of them decides.
  if (idle.working > 0) return step(idle);
  const { trial } = state.saved;
  if (!trial) return goOn(idle, now);
  const undone = withoutTrial(idle);
  if (trial.local) return chain(step(undone, { type: 'save' }), (next) => goOn(next, now));
  const { hash, rev } = trial;
  const unsent: ConfigReport = { rev, hash, status: 'rolledback', issues: [], base: undone.saved.active.rev };
  const next: LinkState = { ...undone, saved: { ...undone.saved, unsent } };
  return chain(step(next, { type: 'save' }, ...unsentReport(next)), (after) => goOn(after, now));
}

/** At start: a trial that was cut short is gone on with while there is time, else undone. */
export function resume(state: LinkState, now: number): Step {
  const { trial, active } = state.saved;
  const busy: LinkState = { ...state, working: state.working + 1 };
  if (!trial || trial.attempts >= MAX_ATTEMPTS || (trial.deadline !== undefined && trial.deadline <= now))
    return step(busy, { type: 'restore', config: active.config });
  const again: Trial = {
    rev: trial.rev,
    hash: trial.hash,
    config: trial.config,
    confirmSecs: trial.confirmSecs,
    attempts: trial.attempts + 1,
    ...(trial.local && { local: trial.local }),
  };
  return step(
    { ...busy, saved: { ...state.saved, trial: again } },
    { type: 'save' },
    { type: 'apply', rev: trial.rev, config: trial.config },
  );
}

/** The last word that the cloud has not acknowledged. */
export function unsentReport(state: LinkState): LinkEffect[] {
  const { unsent } = state.saved;
  return unsent && state.phase === 'online' ? [publishReport(state, unsent)] : [];
}

/** The cloud has the word. */
export function onReportAcked(state: LinkState, said: ConfigReport, now: number): Step {
  const { unsent, ...rest } = state.saved;
  const heard = unsent && unsent.rev === said.rev && unsent.status === said.status;
  const after = heard ? step({ ...state, saved: rest }, { type: 'save' }) : step(state);
  const reached = said.status === 'applied' || said.status === 'partial';
  return reached ? chain(after, (next) => onReached(next, said.rev, now)) : after;
}

/** A push that waited is taken up; when there is none, the commands that waited. */
function goOn(state: LinkState, now: number): Step {
  const { next } = state;
  const taken = next ? onPush({ ...state, next: undefined }, next, now) : step(state);
  return chain(taken, (idle) => (idle.working > 0 ? step(idle) : takeParked(idle, cloudNow(idle, now))));
}

function refuse(
  state: LinkState,
  push: IncomingConfig,
  reason: string,
  { path = '', code }: { readonly path?: string; readonly code?: number } = {},
): Step {
  return step(state, report(state, push, 'rejected', { issues: [{ path, reason }], code }));
}

function withoutTrial(state: LinkState): LinkState {
  const { trial: _trial, ...saved } = state.saved;
  return { ...state, saved: saved satisfies Saved };
}

const waitForConfirm = ({ deadline = 0 }: Trial, now: number): LinkEffect => ({
  type: 'wait',
  timer: 'confirm',
  minMs: Math.max(0, deadline - now),
  maxMs: Math.max(0, deadline - now),
});

interface ReportExtras {
  readonly issues?: ConfigIssue[];
  readonly code?: number | undefined;
  readonly ms?: number;
  readonly base?: number | undefined;
}

function report(
  state: LinkState,
  { rev, hash }: { readonly rev: number; readonly hash: string },
  status: z.infer<typeof configStatus>,
  { issues = [], base, code, ms }: ReportExtras = {},
): LinkEffect {
  return publishReport(state, {
    rev,
    hash,
    status,
    issues,
    ...(base !== undefined && { base }),
    ...(code !== undefined && { code }),
    ...(ms !== undefined && { ms }),
  });
}

const publishReport = ({ saved }: LinkState, message: ConfigReport): LinkEffect => ({
  type: 'publish',
  topic: topics.up(saved.credential?.id ?? '', 'cfg'),
  message,
  note: { kind: 'report', report: message },
});
