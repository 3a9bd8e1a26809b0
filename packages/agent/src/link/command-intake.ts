import { COMMAND_TRAITS } from '@northlight/contract';
import { commandKind, type CommandReport, commandPush, topics } from '@northlight/contract/device-protocol';
import { z } from 'zod';
import { FACTORY, RESULTS_KEPT, type Saved } from './saved.ts';
import { type LinkEffect, type LinkState, type RebootReason, step, type Step } from './state.ts';

/** Commands that wait for a clock; the cloud sends again what it hears nothing of. */
const MOST_PARKED = 16;

/**
 * A command is carried out once: its id is stored before it starts, and a repetition hears the stored word. `now` is
 * the cloud's time, as deadlines are; one that looks late before that is known is judged when it is.
 */
export function onCommand(state: LinkState, payload: unknown, now: number): Step {
  const parsed = commandPush.safeParse(payload);
  if (!parsed.success) return refuseUnread(state, payload);
  const push = parsed.data;
  const known = state.saved.results.find(({ cid }) => cid === push.cid);
  if (known) return step(state, say(state, known));
  if (push.deadline < now && state.offsetMs === undefined)
    return step({ ...state, parked: [...state.parked, payload].slice(-MOST_PARKED) });
  if (push.deadline < now)
    return remember(state, {
      cid: push.cid,
      state: 'failed',
      result: { reason: 'The command came too late.' },
    });
  // What only looks may do so while a configuration is being applied.
  const held = state.busy && !COMMAND_TRAITS[push.kind].diagnostic;
  if (held || state.saved.rebooting !== undefined)
    return remember(state, { cid: push.cid, state: 'failed', result: { reason: 'The device is busy.' } });
  const accepted = remember(state, { cid: push.cid, state: 'accepted' });
  return { state: accepted.state, effects: [...accepted.effects, { type: 'command', push }] };
}

/** A later cloud may ask for what this software does not know: it hears so, as far as the command has an id. */
function refuseUnread(state: LinkState, payload: unknown): Step {
  const { data } = unread.safeParse(payload);
  if (!data || state.saved.results.some(({ cid }) => cid === data.cid))
    return step(state, { type: 'log', level: 'warn', text: 'a command could not be read' });
  const reason = commandKind.safeParse(data.kind).success
    ? 'The command could not be read.'
    : 'This software does not know the command.';
  return remember(state, { cid: data.cid, state: 'failed', result: { reason } });
}

const unread = z.object({ cid: z.string().min(1).max(36), kind: z.unknown() });

/** A word of the driver on a running command. */
export const onProgress = (state: LinkState, report: CommandReport): Step => remember(state, report);

/** The device goes down for a restart; what completes the command is the birth after it. */
export function onReboot(state: LinkState, cid: string, reason: RebootReason): Step {
  const kept = reason === 'reset' ? factoryReset(state.saved) : state.saved;
  const saved: Saved = {
    ...kept,
    rebooting: cid,
    ...(reason !== 'restart' && { rebootReason: reason }),
  };
  return step({ ...state, saved, phase: 'stopped' }, { type: 'save' }, { type: 'offline' }, { type: 'drop' });
}

/**
 * After the restart its command counts as done; a repetition of it must not restart the device again. What else ran
 * is lost, and the cloud is told so as soon as it is reached.
 */
export function afterReboot(saved: Saved): Saved {
  const { rebooting, rebootReason: _reason, ...rest } = saved;
  const isCut = ({ cid, state }: CommandReport): boolean => OPEN.has(state) && cid !== rebooting;
  const cut = saved.results.filter(isCut).map(({ cid }) => cid);
  const interrupted = [...(saved.interrupted ?? []), ...cut];
  const ended = saved.results.map((report): CommandReport =>
    isCut(report) ? { cid: report.cid, state: 'failed', result: { reason: INTERRUPTED } } : report,
  );
  return {
    ...rest,
    ...(interrupted.length > 0 && { interrupted }),
    results:
      rebooting === undefined ? ended : withReport(ended, { cid: rebooting, state: 'done', percent: 100 }),
  };
}

const INTERRUPTED = 'The device restarted meanwhile.';

/** What the cloud has not been told of the commands that a restart cut short. */
export const interruptedReports = (state: LinkState): LinkEffect[] =>
  state.saved.results
    .filter(({ cid }) => state.saved.interrupted?.includes(cid))
    .map((report) => say(state, report));

const OPEN: ReadonlySet<string> = new Set(['accepted', 'running'] satisfies CommandReport['state'][]);

/**
 * Nothing configured, nothing on trial or waiting; who the device is stays. The highest revision that it has seen
 * stays too, so that none gets another content.
 */
function factoryReset(saved: Saved): Saved {
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

function remember(state: LinkState, report: CommandReport): Step {
  const next: LinkState = {
    ...state,
    saved: { ...state.saved, results: withReport(state.saved.results, report) },
  };
  return step(next, { type: 'save' }, say(next, report));
}

function withReport(results: readonly CommandReport[], report: CommandReport): CommandReport[] {
  return [...results.filter(({ cid }) => cid !== report.cid), report].slice(-RESULTS_KEPT);
}

const say = ({ saved }: LinkState, report: CommandReport): LinkEffect => ({
  type: 'publish',
  topic: topics.upCommand(saved.credential?.id ?? '', report.cid),
  message: report,
});
