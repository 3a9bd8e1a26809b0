/**
 * Signals are stored as one byte in steps of 0.5 dB: 0 is −120 dBm or weaker, 255 is 7.5 dBm or stronger. 50 radios on a
 * plan of 600,000 cells then need 30 MB. `Uint8ClampedArray` rounds and limits a value that is stored.
 */
export const STEPS_PER_DB = 2;
export const WEAKEST_DBM = -120;

/** Returns the signal (dBm) of a stored level. */
export const toDbm = (level: number): number => level / STEPS_PER_DB + WEAKEST_DBM;

/** Returns the stored level of a signal (dBm), from 0 to 255. */
export const toLevel = (signalDbm: number): number =>
  Math.min(255, Math.max(0, Math.round((signalDbm - WEAKEST_DBM) * STEPS_PER_DB)));
