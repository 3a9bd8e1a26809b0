import { requestCertificateIfDue } from './certificate.ts';
import { retryParkedCommands } from './command-intake.ts';
import { startScheduledPushIfDue } from './config-intake.ts';
import { sendRequest } from './send-request.ts';
import { computeCloudTime, chainStep, type LinkState, createStep, type Step } from './state.ts';
import { renewIfDue } from './renewal.ts';

/** Clocks before this date have never been set. */
const EARLIEST_SET_CLOCK = Date.UTC(2020, 0, 1);
/** Maximum offset that counts as network delay, so that the device uses its own clock. */
const CLOCK_TOLERANCE_MS = 5_000;

/**
 * Requests the cloud's time after a birth: once per boot, and at every birth while the device clock is wrong.
 */
export function requestTimeIfNeeded(state: LinkState, now: number): Step {
  const isClockGood = state.offsetMs === 0 && now >= EARLIEST_SET_CLOCK;
  return isClockGood ? createStep(state) : sendRequest(state, { kind: 'time' });
}

/** Stores the clock offset from the cloud's time, and handles commands and pushes that waited for it. */
export function handleTime(state: LinkState, cloudTime: number, now: number): Step {
  const offset = cloudTime - now;
  const isOff = Math.abs(offset) > CLOCK_TOLERANCE_MS;
  const known: LinkState = { ...state, offsetMs: isOff ? offset : 0 };
  const log = {
    type: 'log',
    level: 'warn',
    text: `the clock is ${Math.round(offset / 1000)} s behind the cloud's`,
  } as const;
  const logged = isOff ? createStep(known, log) : createStep(known);
  const retried = chainStep(logged, (next) => retryParkedCommands(next, computeCloudTime(next, now), true));
  return chainStep(retried, (next) => startDueWork(next, now));
}

/**
 * Starts pushes, renewals and requests that are due by the cloud's clock. Does nothing while the cloud's time
 * is unknown or the device is offline.
 */
export const startDueWork = (state: LinkState, now: number): Step =>
  chainStep(
    chainStep(startScheduledPushIfDue(state, now), (next) => renewIfDue(next, now)),
    (next) => requestCertificateIfDue(next, now),
  );
