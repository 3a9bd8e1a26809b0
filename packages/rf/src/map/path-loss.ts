/** Smallest distance (m) of the model; closer, the antenna's near field decides. */
export const MIN_DISTANCE_M = 0.5;

/**
 * Wall losses saturate at this value (dB) in all bands: behind several walls, most of the power arrives through doors,
 * gaps and reflections. A plain sum misses a measured building by 23 to 36 dB. Limits from 13 to 15 dB fit it about
 * equally (SODIndoorLoc, building SYL, `npm run rf:check`).
 */
export const WALL_LOSS_LIMIT_DB = 14;

/** Returns the free-space path loss (dB) at a distance (m) and a frequency (MHz), for antennas without gain (ITU-R P.525). */
export const computeFreeSpaceLoss = (distanceM: number, frequencyMhz: number): number =>
  20 * Math.log10(Math.max(distanceM, MIN_DISTANCE_M)) + 20 * Math.log10(frequencyMhz) - 27.55;

/** Returns the limit of wall losses (dB): they saturate as in measured buildings, or have none and are summed. */
export const getWallLossLimit = (losses: 'measured' | 'sum' = 'measured'): number =>
  losses === 'sum' ? Number.POSITIVE_INFINITY : WALL_LOSS_LIMIT_DB;

/** Returns the loss (dB) of all walls of a path from the sum of their losses (dB): it approaches `limitDb`, if that is finite. */
export const saturateWallLoss = (sumDb: number, limitDb = WALL_LOSS_LIMIT_DB): number =>
  limitDb === Number.POSITIVE_INFINITY ? sumDb : limitDb * (1 - Math.exp(-sumDb / limitDb));
