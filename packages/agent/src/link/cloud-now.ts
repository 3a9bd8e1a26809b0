import type { LinkState } from './state.ts';

const LONGEST_WAIT_MS = 86_400_000;

/** The cloud's clock as far as the device knows it. */
export const cloudNow = ({ offsetMs = 0 }: LinkState, now: number): number => now + offsetMs;

/** Long waits are taken a day at a time: a timer holds no more than some weeks, and clocks are set. */
export const untilAtMostADay = (ms: number): number => Math.min(LONGEST_WAIT_MS, Math.max(0, ms));
