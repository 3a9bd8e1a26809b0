import { type CommandReport, commandPush, topics } from '@northlight/contract/device-protocol';
import { RESULTS_KEPT, type Saved } from './saved.ts';
import { type LinkEffect, type LinkState, step, type Step } from './state.ts';

/** Commands that wait for a clock; the cloud sends again what it hears nothing of. */
const MOST_PARKED = 16;

/**
 * A command is carried out once: its id is stored before it starts, and a repetition hears the stored word. `now` is
 * the cloud's time, as deadlines are; one that looks late before that is known is judged when it is.
 */
export function onCommand(state: LinkState, payload: unknown, now: number): Step {
  const parsed = commandPush.safeParse(payload);
  if (!parsed.success)
    return step(state, { type: 'log', level: 'warn', text: 'a command could not be read' });
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
  if (state.busy || state.saved.rebooting !== undefined)
    return remember(state, { cid: push.cid, state: 'failed', result: { reason: 'The device is busy.' } });
  const accepted = remember(state, { cid: push.cid, state: 'accepted' });
  return { state: accepted.state, effects: [...accepted.effects, { type: 'command', push }] };
}

/** A word of the driver on a running command. */
export const onProgress = (state: LinkState, report: CommandReport): Step => remember(state, report);

/** The device goes down for a restart; what completes the command is the birth after it. */
export function onReboot(state: LinkState, cid: string): Step {
  const saved: Saved = { ...state.saved, rebooting: cid };
  return step({ ...state, saved, phase: 'stopped' }, { type: 'save' }, { type: 'offline' }, { type: 'drop' });
}

/** After the restart its command counts as done; a repetition of it must not restart the device again. */
export function afterReboot(saved: Saved): Saved {
  const { rebooting, ...rest } = saved;
  if (rebooting === undefined) return saved;
  return { ...rest, results: withReport(saved.results, { cid: rebooting, state: 'done', percent: 100 }) };
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
