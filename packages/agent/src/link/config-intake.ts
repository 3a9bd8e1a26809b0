import {
  type ConfigIssue,
  configPush,
  type ConfigReport,
  type configStatus,
  topics,
} from '@northlight/contract/device-protocol';
import { canonicalJson, sha256Hex } from '@northlight/runtime';
import type { z } from 'zod';
import type { Saved, Trial } from './saved.ts';
import {
  type ApplyOutcome,
  type IncomingConfig,
  type LinkEffect,
  type LinkState,
  step,
  type Step,
  chain,
} from './state.ts';

const LOCAL_MANAGEMENT = 76;
/** A configuration whose applying was cut short this often is undone instead of tried again. */
const MAX_ATTEMPTS = 2;

/** Reads a push; the hash is taken over what arrived, before defaults are filled in. */
export function readPush(payload: unknown): IncomingConfig | undefined {
  const parsed = configPush.safeParse(payload);
  if (!parsed.success || typeof payload !== 'object' || payload === null || !('config' in payload))
    return undefined;
  return { ...parsed.data, actualHash: sha256Hex(canonicalJson(payload.config)) };
}

/** Takes a push that is newer than what is active, with a word for every other one. */
export function onPush(state: LinkState, push: IncomingConfig): Step {
  const { active, trial } = state.saved;
  if (push.rev < active.rev || (trial && push.rev <= trial.rev)) return step(state);
  if (push.rev === active.rev && push.hash === active.hash)
    return step(state, report(state, push, 'applied'));
  if (push.rev === active.rev)
    return refuse(state, push, 'The revision is already in use for another configuration.');
  if (push.hash !== push.actualHash) return refuse(state, push, 'The configuration does not match its hash.');
  if (state.managed === 'local')
    return refuse(state, push, 'The device is in local management mode.', LOCAL_MANAGEMENT);
  if (state.busy || trial) return step({ ...state, next: push }, report(state, push, 'received'));
  return begin(state, push);
}

function begin(state: LinkState, push: IncomingConfig): Step {
  const { rev, hash, config, confirmSecs } = push;
  const trial: Trial = { rev, hash, config, confirmSecs, attempts: 1 };
  return step(
    { ...state, busy: true, next: undefined, saved: { ...state.saved, trial } },
    { type: 'save' },
    report(state, push, 'received'),
    report(state, push, 'applying'),
    { type: 'apply', rev, config },
  );
}

/** The driver is done: on trial until the cloud is reached, or refused with nothing changed. */
export function onApplied(state: LinkState, outcome: ApplyOutcome, ms: number, now: number): Step {
  const { trial } = state.saved;
  if (!trial) return step({ ...state, busy: false });
  const idle = { ...state, busy: false };
  if (outcome.status === 'rejected') {
    const refused = withoutTrial(idle);
    return chain(
      step(
        refused,
        { type: 'save' },
        report(refused, trial, 'rejected', { issues: [...outcome.issues], code: outcome.code, ms }),
      ),
      goOn,
    );
  }
  const tried: Trial = {
    ...trial,
    outcome: { status: outcome.status, issues: [...outcome.issues], ms },
    deadline: now + trial.confirmSecs * 1000,
  };
  const next: LinkState = { ...idle, saved: { ...state.saved, trial: tried } };
  return step(next, { type: 'save' }, waitForConfirm(tried, now), ...trialReport(next));
}

/** What is said of a configuration on trial; its acknowledgement confirms it. */
export function trialReport(state: LinkState): LinkEffect[] {
  const { trial } = state.saved;
  if (!trial?.outcome) return [];
  const { status, issues, ms } = trial.outcome;
  return [report(state, trial, status, { issues, ms })];
}

/** The cloud has acknowledged something that was sent with revision `rev` running. */
export function onReached(state: LinkState, rev: number): Step {
  const { trial } = state.saved;
  if (!trial?.outcome || trial.rev !== rev) return step(state);
  const { hash, config } = trial;
  const confirmed: LinkState = {
    ...state,
    saved: { ...withoutTrial(state).saved, active: { rev, hash, config } },
  };
  return chain(step(confirmed, { type: 'save' }, { type: 'cancel', timer: 'confirm' }), goOn);
}

/** The cloud was not reached in time: back to the configuration that was active before. */
export function onConfirmDue(state: LinkState): Step {
  const { trial, active } = state.saved;
  if (!trial?.outcome || state.busy) return step(state);
  return step(
    { ...state, busy: true },
    {
      type: 'log',
      level: 'warn',
      text: `the cloud was not reached with revision ${trial.rev}: going back to ${active.rev}`,
    },
    { type: 'restore', config: active.config },
  );
}

/** The earlier configuration runs again. What was on trial is reported as rolled back, now or at the next birth. */
export function onRestored(state: LinkState): Step {
  const idle = { ...state, busy: false };
  const { trial } = state.saved;
  if (!trial) return goOn(idle);
  const undone = withoutTrial(idle);
  const unsent: ConfigReport = { rev: trial.rev, hash: trial.hash, status: 'rolledback', issues: [] };
  const next: LinkState = { ...undone, saved: { ...undone.saved, unsent } };
  return chain(step(next, { type: 'save' }, ...unsentReport(next)), goOn);
}

/** At start: a trial that was cut short is gone on with while there is time, else undone. */
export function resume(state: LinkState, now: number): Step {
  const { trial, active } = state.saved;
  const busy: LinkState = { ...state, busy: true };
  if (!trial || trial.attempts >= MAX_ATTEMPTS || (trial.deadline !== undefined && trial.deadline <= now))
    return step(busy, { type: 'restore', config: active.config });
  const again: Trial = {
    rev: trial.rev,
    hash: trial.hash,
    config: trial.config,
    confirmSecs: trial.confirmSecs,
    attempts: trial.attempts + 1,
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
export function onReportAcked(state: LinkState, said: ConfigReport): Step {
  const { unsent, ...rest } = state.saved;
  const heard = unsent && unsent.rev === said.rev && unsent.status === said.status;
  const after = heard ? step({ ...state, saved: rest }, { type: 'save' }) : step(state);
  const reached = said.status === 'applied' || said.status === 'partial';
  return reached ? chain(after, (next) => onReached(next, said.rev)) : after;
}

/** A push that waited is taken up. */
function goOn(state: LinkState): Step {
  const { next } = state;
  return next ? onPush({ ...state, next: undefined }, next) : step(state);
}

function refuse(state: LinkState, push: IncomingConfig, reason: string, code?: number): Step {
  return step(state, report(state, push, 'rejected', { issues: [{ path: '', reason }], code }));
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
}

function report(
  state: LinkState,
  { rev, hash }: { readonly rev: number; readonly hash: string },
  status: z.infer<typeof configStatus>,
  { issues = [], code, ms }: ReportExtras = {},
): LinkEffect {
  return publishReport(state, {
    rev,
    hash,
    status,
    issues,
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
