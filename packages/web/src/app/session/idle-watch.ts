/** Interval of idle checks (specification §4). */
export const CHECK_MS = 3_000;
const WARN_SECONDS = 60;

export interface IdleWatch {
  /** Records activity in this tab or another tab of the same session. */
  readonly recordActivity: () => void;
  /**
   * Returns the remaining seconds during the last minute before the sign-out, 0 after the idle time,
   * otherwise undefined.
   */
  readonly check: () => number | undefined;
}

export function createIdleWatch(minutes: number, now: () => number): IdleWatch {
  let lastActivity = now();
  return {
    recordActivity: () => {
      lastActivity = now();
    },
    check: () => {
      const seconds = Math.ceil(minutes * 60 - (now() - lastActivity) / 1000);
      return seconds > WARN_SECONDS ? undefined : Math.max(0, seconds);
    },
  };
}
