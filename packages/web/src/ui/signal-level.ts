/** Signal levels from 0 (unusable) to 4 (very good), by their weakest signal in dBm. */
const LEVELS_DBM = [-80, -72, -65, -55] as const;

/** Returns how many of four bars a Wi-Fi signal fills. */
export const getSignalLevel = (dbm: number): number => LEVELS_DBM.filter((weakest) => dbm >= weakest).length;
