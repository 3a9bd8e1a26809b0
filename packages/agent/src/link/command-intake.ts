import { COMMAND_TRAITS } from '@northlight/contract';
import { commandKind, type CommandReport, commandPush, topics } from '@northlight/contract/device-protocol';
import { z } from 'zod';
import { sendRequest } from './send-request.ts';
import { FACTORY, MAX_RESULTS, type SavedState } from './saved-state.ts';
import {
  chainStep,
  type LinkEffect,
  type LinkState,
  type RebootReason,
  createStep,
  type Step,
} from './state.ts';

/**
 * Maximum number of commands that wait. Further commands are dropped, because the cloud repeats a command
 * that the device does not answer.
 */
const MAX_WAITING = 16;

/**
 * Runs a command once: saves its id before it starts, and answers a repetition with the saved report. `now`
 * and deadlines are cloud time (ms); `isTimeFresh` is true when the cloud has just sent its time. A command
 * that seems late waits until then, because the device clock may have been adjusted. A command that arrives
 * while a configuration is being applied waits until the driver is idle.
 */
export function handleCommand(state: LinkState, payload: unknown, now: number, isTimeFresh = false): Step {
  const parsed = commandPush.safeParse(payload);
  if (!parsed.success) return rejectUnreadable(state, payload);
  const push = parsed.data;
  const known = state.saved.results.find(({ cid }) => cid === push.cid);
  if (known) return createStep(state, publishReport(state, known));
  if (push.deadline < now && !isTimeFresh) return chainStep(park(state, payload), requestTimeOnce);
  if (push.deadline < now)
    return recordReport(state, {
      cid: push.cid,
      state: 'failed',
      result: { reason: 'The command arrived after its deadline.' },
    });
  if (state.saved.rebooting !== undefined)
    return recordReport(state, {
      cid: push.cid,
      state: 'failed',
      result: { reason: 'The device is busy. Try again later.' },
    });
  // Diagnostic commands change nothing and may run while a configuration is being applied.
  if (state.driverJobs > 0 && !COMMAND_TRAITS[push.kind].diagnostic) return park(state, payload);
  const accepted = recordReport(state, { cid: push.cid, state: 'accepted' });
  return { state: accepted.state, effects: [...accepted.effects, { type: 'command', push }] };
}

const park = (state: LinkState, payload: unknown): Step =>
  createStep({ ...state, waitingCommands: [...state.waitingCommands, payload].slice(-MAX_WAITING) });

const requestTimeOnce = (state: LinkState): Step =>
  state.openRequests.some(({ kind }) => kind === 'time')
    ? createStep(state)
    : sendRequest(state, { kind: 'time' });

/** Handles all waiting commands again, because the cloud's time or an idle driver may allow them now. */
export function retryParkedCommands(state: LinkState, now: number, isTimeFresh = false): Step {
  const { waitingCommands } = state;
  return waitingCommands.reduce<Step>(
    (before, payload) => chainStep(before, (next) => handleCommand(next, payload, now, isTimeFresh)),
    createStep({ ...state, waitingCommands: [] }),
  );
}

/**
 * Rejects a command that cannot be parsed, for example one of a kind that this version does not support. A
 * command without an id is only logged.
 */
function rejectUnreadable(state: LinkState, payload: unknown): Step {
  const { data } = unreadableCommand.safeParse(payload);
  if (!data || state.saved.results.some(({ cid }) => cid === data.cid))
    return createStep(state, { type: 'log', level: 'warn', text: 'a command could not be read' });
  const reason = commandKind.safeParse(data.kind).success
    ? 'The command could not be read.'
    : 'This software does not know the command.';
  return recordReport(state, { cid: data.cid, state: 'failed', result: { reason } });
}

const unreadableCommand = z.object({ cid: z.string().min(1).max(36), kind: z.unknown() });

/** Handles progress that the driver reports about a running command. */
export const handleProgress = (state: LinkState, report: CommandReport): Step => recordReport(state, report);

/** Handles a restart for a command, which completes with the birth after the restart. */
export function handleReboot(state: LinkState, cid: string, reason: RebootReason): Step {
  const kept = reason === 'reset' ? factoryReset(state.saved) : state.saved;
  const saved: SavedState = {
    ...kept,
    rebooting: cid,
    ...(reason !== 'restart' && { rebootReason: reason }),
  };
  return createStep(
    { ...state, saved, phase: 'stopped' },
    { type: 'save' },
    { type: 'offline' },
    { type: 'drop' },
  );
}

/**
 * Returns the saved state after a restart. The command that caused the restart is done, so that a repetition
 * does not restart the device again. All other running commands have failed.
 */
export function updateAfterReboot(saved: SavedState): SavedState {
  const { rebooting, rebootReason: _reason, ...rest } = saved;
  const isInterrupted = ({ cid, state }: CommandReport): boolean =>
    OPEN_STATES.has(state) && cid !== rebooting;
  const interrupted = saved.results.filter(isInterrupted).map(({ cid }): CommandReport => {
    return { cid, state: 'failed', result: { reason: INTERRUPTED } };
  });
  const finished = rebooting === undefined ? [] : [{ cid: rebooting, state: 'done', percent: 100 } as const];
  return [...interrupted, ...finished].reduce(withReport, rest);
}

const INTERRUPTED = 'The device restarted meanwhile.';

/**
 * Removes the results of command reports, which a new owner must not see. The ids stay: if a restored
 * database backup returns the device to its earlier owner, repeated commands must not run again.
 */
export const keepResultsForNewOwner = ({ results }: SavedState): SavedState['results'] =>
  results.map(({ cid, state }) => ({ cid, state: OPEN_STATES.has(state) ? 'failed' : state }));

/** Lists the final reports of commands that the cloud has not acknowledged. */
export const listUnacknowledgedReports = (state: LinkState): LinkEffect[] =>
  state.saved.results
    .filter(({ cid }) => state.saved.untold?.includes(cid))
    .map((report) => publishReport(state, report));

/**
 * Handles the acknowledgement of a report. Does not save it at once: after a power cut the report is sent
 * again without harm.
 */
export function handleCommandAcked(state: LinkState, { cid, state: reportedState }: CommandReport): Step {
  const { untold = [], ...saved } = state.saved;
  const remaining = OPEN_STATES.has(reportedState) ? untold : untold.filter((other) => other !== cid);
  return createStep({ ...state, saved: { ...saved, ...(remaining.length > 0 && { untold: remaining }) } });
}

const OPEN_STATES: ReadonlySet<string> = new Set(['accepted', 'running'] satisfies CommandReport['state'][]);

/**
 * Removes the configuration and all pending work but keeps the identity. Keeps the highest revision too, so
 * that no revision is accepted with different content.
 */
function factoryReset(saved: SavedState): SavedState {
  const {
    held: _held,
    localPassword: _password,
    managed: _managed,
    trial: _trial,
    unsent: _unsent,
    ...kept
  } = saved;
  return { ...kept, active: FACTORY.active };
}

function recordReport(state: LinkState, report: CommandReport): Step {
  const next: LinkState = { ...state, saved: withReport(state.saved, report) };
  return createStep(next, { type: 'save' }, publishReport(next, report));
}

function withReport(saved: SavedState, report: CommandReport): SavedState {
  const { untold = [], ...kept } = saved;
  const results = [...saved.results.filter(({ cid }) => cid !== report.cid), report].slice(-MAX_RESULTS);
  const keptIds = new Set(results.map(({ cid }) => cid));
  const added = OPEN_STATES.has(report.state) ? [] : [report.cid];
  const unacknowledged = [...untold.filter((cid) => cid !== report.cid && keptIds.has(cid)), ...added];
  return { ...kept, results, ...(unacknowledged.length > 0 && { untold: unacknowledged }) };
}

const publishReport = ({ saved }: LinkState, report: CommandReport): LinkEffect => ({
  type: 'publish',
  topic: topics.upCommand(saved.credential?.id ?? '', report.cid),
  message: report,
  note: { kind: 'command', report },
});
