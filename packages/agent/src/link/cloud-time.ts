import { certifyIfDue } from './certificate.ts';
import { takeParked } from './command-intake.ts';
import { takeHeld } from './config-intake.ts';
import { ask } from './ask.ts';
import { cloudNow, chain, type LinkState, step, type Step } from './state.ts';
import { renewIfDue } from './renewal.ts';

/** A clock that is not set stands near its beginning. */
const CLOCK_IS_SET = Date.UTC(2020, 0, 1);
/** What lies within is taken for the way of the answer, and the device's own clock is used. */
const NEAR_MS = 5_000;

/** At a birth: the time is asked for once per start, and again as long as the device's own clock is of no use. */
export function askTime(state: LinkState, now: number): Step {
  const good = state.offsetMs === 0 && now >= CLOCK_IS_SET;
  return good ? step(state) : ask(state, { kind: 'time' });
}

/** The cloud has said its time: what waited for a clock can be judged. */
export function onTime(state: LinkState, cloud: number, now: number): Step {
  const offset = cloud - now;
  const far = Math.abs(offset) > NEAR_MS;
  const known: LinkState = { ...state, offsetMs: far ? offset : 0 };
  const log = {
    type: 'log',
    level: 'warn',
    text: `the clock is ${Math.round(offset / 1000)} s behind the cloud's`,
  } as const;
  const told = far ? step(known, log) : step(known);
  const judged = chain(told, (next) => takeParked(next, cloudNow(next, now), true));
  return chain(judged, (next) => onClockKnown(next, now));
}

/** What is due by the cloud's clock, now that it is known and the cloud is there. */
export const onClockKnown = (state: LinkState, now: number): Step =>
  chain(
    chain(takeHeld(state, now), (next) => renewIfDue(next, now)),
    (next) => certifyIfDue(next, now),
  );
