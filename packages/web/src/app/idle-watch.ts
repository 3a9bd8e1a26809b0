/** Specification §4: idleness is looked at every 3 seconds. */
export const CHECK_MS = 3_000;
const WARN_SECONDS = 60;

export interface IdleWatch {
  /** Somebody is there: in this tab, or in another one of the same session. */
  readonly touch: () => void;
  /** Looks; answers the seconds that are left once there are few of them, and 0 when the time is over. */
  readonly check: () => number | undefined;
}

export function createIdleWatch(minutes: number, now: () => number): IdleWatch {
  let lastTouch = now();
  return {
    touch: () => {
      lastTouch = now();
    },
    check: () => {
      const seconds = Math.ceil(minutes * 60 - (now() - lastTouch) / 1000);
      return seconds > WARN_SECONDS ? undefined : Math.max(0, seconds);
    },
  };
}
