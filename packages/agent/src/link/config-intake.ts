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
import { formatCanonicalJson, hashSha256Hex } from '@northlight/runtime';
import type { z } from 'zod';
import { sendRequest } from './send-request.ts';
import { retryParkedCommands } from './command-intake.ts';
import {
  computeCloudTime,
  clampToOneDay,
  type ApplyOutcome,
  type IncomingConfig,
  type LinkEffect,
  type LinkState,
  createStep,
  type Step,
  chainStep,
} from './state.ts';
import { handleLocalApplied } from './local-change.ts';
import type { SavedState, Trial } from './saved-state.ts';

const LOCAL_MANAGEMENT_CODE = 76;
/** Number of interrupted attempts after which a configuration is rolled back instead of applied again. */
const MAX_ATTEMPTS = 2;

/**
 * Parses a push. `actualHash` is computed over the configuration as received, before defaults are filled in.
 */
export function readPush(payload: unknown): IncomingConfig | undefined {
  const parsed = configEnvelope.safeParse(payload);
  if (!parsed.success || typeof payload !== 'object' || payload === null || !('config' in payload))
    return undefined;
  const config = deviceConfig.safeParse(payload.config).data;
  return { ...parsed.data, config, actualHash: hashSha256Hex(formatCanonicalJson(payload.config)) };
}

/** Handles a push message. An unreadable envelope has no known revision, so the configuration is requested again. */
export function handlePushMessage(state: LinkState, payload: unknown, now: number): Step {
  const push = readPush(payload);
  return push ? handlePush(state, push, now) : requestConfigOnce(state, undefined);
}

/** Handles the desired configuration in an answer in the same way as a push. */
export function handleConfigAnswer(state: LinkState, desired: unknown, now: number): Step {
  return desired === 'none' ? createStep(state) : handlePushMessage(state, desired, now);
}

/**
 * Accepts a push that is newer than the active revision. Rejects or acknowledges a push of a known revision.
 * Ignores pushes that are older than the active, tried or queued one.
 */
function handlePush(state: LinkState, push: IncomingConfig, now: number): Step {
  const { active, held, seen, trial, unsent } = state.saved;
  if (push.rev < active.rev || (trial && push.rev <= trial.rev)) return createStep(state);
  // Ignores an older push, because pushes that are sent together may arrive out of order.
  if (push.rev < getHighestQueuedRevision(state, push)) return createStep(state);
  // Reports the rollback of this revision instead of trying it again, because the cloud does not know of it
  // yet.
  if (unsent?.status === 'rolledback' && unsent.rev === push.rev && unsent.hash === push.hash)
    return createStep(state, ...createUnsentReport(state));
  if (push.rev === active.rev && push.hash === active.hash)
    return createStep(state, report(state, push, 'applied'));
  if (push.rev === active.rev || (push.rev === seen?.rev && push.hash !== seen.hash))
    return rejectPush(state, push, 'The revision is already in use for another configuration.');
  if (push.schema > CONFIG_SCHEMA)
    return rejectPush(
      state,
      push,
      `The configuration is of schema ${push.schema}, and this software reads ${CONFIG_SCHEMA}.`,
      { path: 'schema' },
    );
  const { config } = push;
  if (!config || push.hash !== push.actualHash) return requestConfigOnce(state, push);
  if (state.saved.managed === 'local')
    return rejectPush(state, push, 'The device is in local management mode.', {
      code: LOCAL_MANAGEMENT_CODE,
    });
  const received = report(state, push, 'received', { base: findUnexpectedBase(state, push) });
  if (held?.rev === push.rev) return createStep(state, received);
  const next: LinkState = { ...state, saved: withSeen(state.saved, push) };
  const isEarly =
    push.when !== undefined && (state.offsetMs === undefined || push.when > computeCloudTime(state, now));
  if (isEarly && push.when !== undefined)
    return schedulePush(next, { ...push, config, when: push.when }, received, now);
  if (state.driverJobs > 0 || trial)
    return createStep({ ...next, queuedPush: push }, { type: 'save' }, received);
  return startTrial(next, { ...push, config }, received);
}

/**
 * Returns the highest revision that was accepted and is not applied yet: that of the queued push and, if this
 * push is scheduled, that of the push that waits for its start time.
 */
const getHighestQueuedRevision = (
  { queuedPush, saved: { held } }: LinkState,
  { when }: IncomingConfig,
): number => Math.max(queuedPush?.rev ?? 0, when === undefined ? 0 : (held?.rev ?? 0));

const withDriverJobDone = (state: LinkState): LinkState => ({
  ...state,
  driverJobs: Math.max(0, state.driverJobs - 1),
});

type AppliedTrial = Trial & { readonly outcome: NonNullable<Trial['outcome']> };
type ReadablePush = IncomingConfig & { readonly config: DeviceConfig };

function startTrial(state: LinkState, push: ReadablePush, received: LinkEffect): Step {
  const { rev, hash, config, confirmSecs } = push;
  const trial: Trial = { rev, hash, config, confirmSecs, attempts: 1 };
  const { held, ...saved } = state.saved;
  const stillHeld = held && held.rev > rev ? { held } : {};
  return createStep(
    {
      ...state,
      driverJobs: state.driverJobs + 1,
      queuedPush: undefined,
      saved: { ...saved, ...stillHeld, trial },
    },
    { type: 'save' },
    received,
    report(state, push, 'applying'),
    { type: 'apply', rev, config },
  );
}

/** Saves a scheduled push and replaces an earlier one. */
function schedulePush(
  state: LinkState,
  push: ReadablePush & { when: number },
  received: LinkEffect,
  now: number,
): Step {
  const { rev, hash, config, confirmSecs, when } = push;
  const held = { rev, hash, config, confirmSecs, when };
  return chainStep(
    createStep({ ...state, saved: { ...state.saved, held } }, { type: 'save' }, received),
    (next) => startScheduledPushIfDue(next, now),
  );
}

/**
 * Starts the scheduled push at its time by the cloud's clock; before that time, sets the timer. Does nothing
 * while offline, because the device could not confirm the configuration and would roll it back.
 */
export function startScheduledPushIfDue(state: LinkState, now: number): Step {
  const { held, ...saved } = state.saved;
  if (!held || state.phase !== 'online' || state.offsetMs === undefined) return createStep(state);
  const left = held.when - computeCloudTime(state, now);
  if (left > 0) {
    const ms = clampToOneDay(left);
    return createStep(state, { type: 'wait', timer: 'held', minMs: ms, maxMs: ms });
  }
  const { rev, hash, config, confirmSecs } = held;
  const push = { rev, hash, config, confirmSecs, actualHash: hash, schema: CONFIG_SCHEMA };
  return handlePush({ ...state, saved }, push, now);
}

/** Requests an unreadable configuration from the cloud once per revision and connection; then rejects it. */
function requestConfigOnce(state: LinkState, push: IncomingConfig | undefined): Step {
  const rev = push?.rev ?? 0;
  if (state.rerequestedRev === undefined || rev > state.rerequestedRev)
    return chainStep(
      createStep(
        { ...state, rerequestedRev: rev },
        { type: 'log', level: 'warn', text: 'a configuration could not be read: requesting it again' },
      ),
      (next) => sendRequest(next, { kind: 'config' }),
    );
  if (!push)
    return createStep(state, { type: 'log', level: 'warn', text: 'a configuration could not be read' });
  const reason = push.config
    ? 'The configuration does not match its hash.'
    : 'The configuration could not be read.';
  return rejectPush(state, push, reason);
}

const withSeen = (saved: SavedState, { rev, hash }: IncomingConfig): SavedState =>
  rev > (saved.seen?.rev ?? 0) ? { ...saved, seen: { rev, hash } } : saved;

const createRejectionIssues = ({ issues, status }: ApplyOutcome): readonly ConfigIssue[] | undefined =>
  status === 'rejected' ? issues : undefined;

/** Returns the revision that the device runs, if the cloud based the push on another revision. */
function findUnexpectedBase(state: LinkState, { base }: IncomingConfig): number | undefined {
  const { rev } = getRunningTrial(state) ?? state.saved.active;
  return base === undefined || base === rev ? undefined : rev;
}

/**
 * Handles the result of an apply: starts the confirm timer of the trial, or reports the rejection. `ms` is the duration of the apply.
 */
export function handleApplied(state: LinkState, outcome: ApplyOutcome, ms: number, now: number): Step {
  const { trial } = state.saved;
  const idle = withDriverJobDone(state);
  if (!trial || idle.driverJobs > 0) return createStep(idle);
  if (trial.local) return handleLocalApplied(idle, trial, createRejectionIssues(outcome));
  if (outcome.status === 'rejected') {
    const withoutRejected = omitTrial(idle);
    return chainStep(
      createStep(
        withoutRejected,
        { type: 'save' },
        report(withoutRejected, trial, 'rejected', { issues: [...outcome.issues], code: outcome.code, ms }),
      ),
      (next) => processWaiting(next, now),
    );
  }
  const applied: Trial = {
    ...trial,
    outcome: { status: outcome.status, issues: [...outcome.issues], ms },
    deadline: now + trial.confirmSecs * 1000,
  };
  const next: LinkState = { ...idle, saved: { ...state.saved, trial: applied } };
  return chainStep(
    createStep(next, { type: 'save' }, confirmTimer(applied, now), ...createTrialReport(next)),
    (onTrial) => retryParkedCommands(onTrial, computeCloudTime(onTrial, now)),
  );
}

/** Returns the running trial; undefined while the driver is busy, for example with its rollback. */
export function getRunningTrial({ driverJobs, saved: { trial } }: LinkState): AppliedTrial | undefined {
  return trial?.outcome && driverJobs === 0 ? { ...trial, outcome: trial.outcome } : undefined;
}

/**
 * Returns the report of the running trial, if there is one. The acknowledgement of the report confirms the
 * trial.
 */
export function createTrialReport(state: LinkState): LinkEffect[] {
  const trial = getRunningTrial(state);
  if (!trial) return [];
  const { status, issues, ms } = trial.outcome;
  return [report(state, trial, status, { issues, ms })];
}

/**
 * Handles the acknowledgement of a message that was sent while revision `rev` ran: this trial becomes the
 * active configuration.
 */
export function confirmTrial(state: LinkState, rev: number, now: number): Step {
  const trial = getRunningTrial(state);
  if (trial?.rev !== rev) return createStep(state);
  const { hash, config } = trial;
  // Discards the changes made on the local page, which the configuration of the cloud replaces.
  const { local: _local, ...kept } = omitTrial(state).saved;
  const confirmed: LinkState = { ...state, saved: { ...kept, active: { rev, hash, config } } };
  return chainStep(createStep(confirmed, { type: 'save' }, { type: 'cancel', timer: 'confirm' }), (next) =>
    processWaiting(next, now),
  );
}

/** Restores the active configuration after the confirmation deadline has passed. */
export function handleConfirmDue(state: LinkState): Step {
  const trial = getRunningTrial(state);
  if (!trial) return createStep(state);
  const { active } = state.saved;
  return createStep(
    { ...state, driverJobs: state.driverJobs + 1 },
    {
      type: 'log',
      level: 'warn',
      text: `the cloud was not reached with revision ${trial.rev}: rolling back to ${active.rev}`,
    },
    { type: 'restore', config: active.config },
  );
}

/** Handles a completed rollback. Reports the trial as rolled back, now or after the next birth. */
export function handleRestored(state: LinkState, now: number): Step {
  const idle = withDriverJobDone(state);
  // Does nothing while another job is queued, such as a factory reset for a new owner, because the last job
  // decides.
  if (idle.driverJobs > 0) return createStep(idle);
  const { trial } = state.saved;
  if (!trial) return processWaiting(idle, now);
  const rolledBack = omitTrial(idle);
  if (trial.local)
    return chainStep(createStep(rolledBack, { type: 'save' }), (next) => processWaiting(next, now));
  const { hash, rev } = trial;
  const unsent: ConfigReport = {
    rev,
    hash,
    status: 'rolledback',
    issues: [],
    base: rolledBack.saved.active.rev,
  };
  const next: LinkState = { ...rolledBack, saved: { ...rolledBack.saved, unsent } };
  return chainStep(createStep(next, { type: 'save' }, ...createUnsentReport(next)), (after) =>
    processWaiting(after, now),
  );
}

/**
 * Handles an interrupted trial at boot: applies it again if attempts and time remain, otherwise restores the
 * active configuration.
 */
export function resumeConfiguration(state: LinkState, now: number): Step {
  const { trial, active } = state.saved;
  const restoring: LinkState = { ...state, driverJobs: state.driverJobs + 1 };
  if (!trial || trial.attempts >= MAX_ATTEMPTS || (trial.deadline !== undefined && trial.deadline <= now))
    return createStep(restoring, { type: 'restore', config: active.config });
  const retried: Trial = {
    rev: trial.rev,
    hash: trial.hash,
    config: trial.config,
    confirmSecs: trial.confirmSecs,
    attempts: trial.attempts + 1,
    ...(trial.local && { local: trial.local }),
  };
  return createStep(
    { ...restoring, saved: { ...state.saved, trial: retried } },
    { type: 'save' },
    { type: 'apply', rev: trial.rev, config: trial.config },
  );
}

/** Returns the configuration report that the cloud has not acknowledged; nothing while offline. */
export function createUnsentReport(state: LinkState): LinkEffect[] {
  const { unsent } = state.saved;
  return unsent && state.phase === 'online' ? [publishReport(state, unsent)] : [];
}

/** Handles the acknowledgement of a configuration report: deletes the report and confirms a running trial. */
export function handleReportAcked(state: LinkState, acknowledged: ConfigReport, now: number): Step {
  const { unsent, ...rest } = state.saved;
  const isLatest = unsent && unsent.rev === acknowledged.rev && unsent.status === acknowledged.status;
  const after = isLatest ? createStep({ ...state, saved: rest }, { type: 'save' }) : createStep(state);
  const confirms = acknowledged.status === 'applied' || acknowledged.status === 'partial';
  return confirms ? chainStep(after, (next) => confirmTrial(next, acknowledged.rev, now)) : after;
}

/** Starts the queued push, then retries waiting commands unless the driver is busy again. */
function processWaiting(state: LinkState, now: number): Step {
  const { queuedPush } = state;
  const started = queuedPush
    ? handlePush({ ...state, queuedPush: undefined }, queuedPush, now)
    : createStep(state);
  return chainStep(started, (idle) =>
    idle.driverJobs > 0 ? createStep(idle) : retryParkedCommands(idle, computeCloudTime(idle, now)),
  );
}

function rejectPush(
  state: LinkState,
  push: IncomingConfig,
  reason: string,
  { path = '', code }: { readonly path?: string; readonly code?: number } = {},
): Step {
  return createStep(state, report(state, push, 'rejected', { issues: [{ path, reason }], code }));
}

function omitTrial(state: LinkState): LinkState {
  const { trial: _trial, ...saved } = state.saved;
  return { ...state, saved: saved satisfies SavedState };
}

const confirmTimer = ({ deadline = 0 }: Trial, now: number): LinkEffect => ({
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
