import { COMMAND_TRAITS } from '@northlight/contract';
import { commandKind, type CommandReport, commandPush, topics } from '@northlight/contract/device-protocol';
import { z } from 'zod';
import { ask } from './ask.ts';
import { FACTORY, RESULTS_KEPT, type Saved } from './saved.ts';
import { chain, type LinkEffect, type LinkState, type RebootReason, step, type Step } from './state.ts';

/** Commands that wait for a clock or for an idle device; the cloud sends again what it hears nothing of. */
const MOST_PARKED = 16;

/**
 * A command is carried out once: its id is stored before it starts, and a repetition hears the stored word. `now` is
 * the cloud's time, as deadlines are; it is `asked` when the cloud has just said it. One that looks late by a clock
 * that may have been set meanwhile is judged when the cloud has said its time, and one that comes while a
 * configuration is being applied waits for that.
 */
export function onCommand(state: LinkState, payload: unknown, now: number, asked = false): Step {
  const parsed = commandPush.safeParse(payload);
  if (!parsed.success) return refuseUnread(state, payload);
  const push = parsed.data;
  const known = state.saved.results.find(({ cid }) => cid === push.cid);
  if (known) return step(state, say(state, known));
  if (push.deadline < now && !asked) return chain(park(state, payload), askTimeOnce);
  if (push.deadline < now)
    return remember(state, {
      cid: push.cid,
      state: 'failed',
      result: { reason: 'The command came too late.' },
    });
  if (state.saved.rebooting !== undefined)
    return remember(state, { cid: push.cid, state: 'failed', result: { reason: 'The device is busy.' } });
  // What only looks may do so while a configuration is being applied.
  if (state.working > 0 && !COMMAND_TRAITS[push.kind].diagnostic) return park(state, payload);
  const accepted = remember(state, { cid: push.cid, state: 'accepted' });
  return { state: accepted.state, effects: [...accepted.effects, { type: 'command', push }] };
}

const park = (state: LinkState, payload: unknown): Step =>
  step({ ...state, parked: [...state.parked, payload].slice(-MOST_PARKED) });

const askTimeOnce = (state: LinkState): Step =>
  state.asked.some(({ kind }) => kind === 'time') ? step(state) : ask(state, { kind: 'time' });

/** What waited is judged anew. */
export function takeParked(state: LinkState, now: number, asked = false): Step {
  const { parked } = state;
  return parked.reduce<Step>(
    (before, payload) => chain(before, (next) => onCommand(next, payload, now, asked)),
    step({ ...state, parked: [] }),
  );
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
  const cut = saved.results.filter(isCut).map(({ cid }): CommandReport => {
    return { cid, state: 'failed', result: { reason: INTERRUPTED } };
  });
  const over = rebooting === undefined ? [] : [{ cid: rebooting, state: 'done', percent: 100 } as const];
  return [...cut, ...over].reduce(withReport, rest);
}

const INTERRUPTED = 'The device restarted meanwhile.';

/**
 * What another owner may know of the commands so far: that each was begun, and nothing of what came of it. When an older
 * state of the database gives the device back to an earlier owner, what is open there has run all the same.
 */
export const ranForOthers = ({ results }: Saved): Saved['results'] =>
  results.map(({ cid, state }) => ({ cid, state: OPEN.has(state) ? 'failed' : state }));

/** The last words on commands that the cloud has not acknowledged. */
export const untoldReports = (state: LinkState): LinkEffect[] =>
  state.saved.results
    .filter(({ cid }) => state.saved.untold?.includes(cid))
    .map((report) => say(state, report));

/** The cloud has the word. Not kept at once: after a loss of power it is told again, which does no harm. */
export function onCommandAcked(state: LinkState, { cid, state: said }: CommandReport): Step {
  const { untold = [], ...saved } = state.saved;
  const left = OPEN.has(said) ? untold : untold.filter((other) => other !== cid);
  return step({ ...state, saved: { ...saved, ...(left.length > 0 && { untold: left }) } });
}

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
  const next: LinkState = { ...state, saved: withReport(state.saved, report) };
  return step(next, { type: 'save' }, say(next, report));
}

function withReport(saved: Saved, report: CommandReport): Saved {
  const { untold = [], ...kept } = saved;
  const results = [...saved.results.filter(({ cid }) => cid !== report.cid), report].slice(-RESULTS_KEPT);
  const known = new Set(results.map(({ cid }) => cid));
  const last = OPEN.has(report.state) ? [] : [report.cid];
  const left = [...untold.filter((cid) => cid !== report.cid && known.has(cid)), ...last];
  return { ...kept, results, ...(left.length > 0 && { untold: left }) };
}

const say = ({ saved }: LinkState, report: CommandReport): LinkEffect => ({
  type: 'publish',
  topic: topics.upCommand(saved.credential?.id ?? '', report.cid),
  message: report,
  note: { kind: 'command', report },
});
