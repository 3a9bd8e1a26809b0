/** From this level on (dBm), a radio waits for another one on its channel (preamble detection, IEEE 802.11-2020, 17.3.10.6). */
const DEFER_DBM = -82;
const DEFER_SHARE = 0.7;
const NOISE_SHARE = 0.3;

const clamp = (value: number): number => Math.max(0, Math.min(1, value));

/**
 * Returns how much a radio is disturbed by another one on the same channel, from 0 to 1: mostly by waiting for it, and
 * below that level by its noise.
 *
 * @param levelDbm level at which the radio receives the other one
 */
export const computeContention = (levelDbm: number): number =>
  computeNoise(levelDbm) + (levelDbm >= DEFER_DBM ? DEFER_SHARE : 0);

/** Largest usual error of a measured level (dB). */
const LEVEL_ERROR_DB = 3;

/**
 * Returns the contention that is expected for a measured level: the true one may be up to 3 dB above or below, so a radio
 * that just waits for another one, or just not, does so with some probability.
 */
export const computeExpectedContention = (levelDbm: number): number =>
  computeNoise(levelDbm) +
  DEFER_SHARE * clamp((levelDbm - DEFER_DBM + LEVEL_ERROR_DB) / (2 * LEVEL_ERROR_DB));

const computeNoise = (levelDbm: number): number =>
  NOISE_SHARE * (0.6 * clamp((levelDbm + 92) / 10) + 0.4 * clamp((levelDbm + 82) / 30));
