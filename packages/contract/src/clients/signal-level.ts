/** Weakest signal (dBm) of the levels 1 to 4; level 0 is unusable, level 4 very good. */
export const SIGNAL_LEVELS_DBM = [-80, -72, -65, -55] as const;

/** Returns how many of four bars a Wi-Fi signal fills. */
export const getSignalLevel = (dbm: number): number =>
  SIGNAL_LEVELS_DBM.filter((weakest) => dbm >= weakest).length;
