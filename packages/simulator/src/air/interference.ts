import type { Contention, Interferer } from './contention.ts';

/** Thermal noise (dBm) in 20 MHz at 290 K, and the noise figure of a receiver (dB). */
const THERMAL_NOISE_DBM = -101;
const NOISE_FIGURE_DB = 6;
/** Share of the slots in which a station with waiting frames starts: 2 / (CWmin + 1) with CWmin 15 (Bianchi, 2000). */
const START_SHARE = 2 / 16;
/** A frame fails in part if its ratio of signal to noise is below the needed one by less than this (dB). */
const FAILURE_RANGE_DB = 3;

/** Noise and disturbances of a radio at a moment. */
export interface Disturbance {
  /** Width of the channel of the radio. */
  readonly widthMhz: number;
  /** Mean power of noise and interference in the channel of the radio (mW). */
  readonly noiseMw: number;
  /** Noise of the receiver alone (mW). */
  readonly receiverMw: number;
  /** Probability that another station that is deferred to starts in the same slot. */
  readonly slotCollision: number;
  /** The strongest first. */
  readonly interferers: readonly Interferer[];
  /** Share of the time in which each sender sends. */
  readonly airtimes: readonly number[];
}

export const toDbm = (milliwatts: number): number => 10 * Math.log10(milliwatts);

/** Returns the noise of a receiver (dBm) in a channel of this width (MHz). */
const computeReceiverNoise = (widthMhz: number): number =>
  THERMAL_NOISE_DBM + NOISE_FIGURE_DB + 10 * Math.log10(widthMhz / 20);

/** @param airtimes share of the time in which each sender sends */
export function computeDisturbance(
  { deferred, interferers }: Contention,
  radio: number,
  widthMhz: number,
  airtimes: readonly number[],
): Disturbance {
  const receiverMw = 10 ** (computeReceiverNoise(widthMhz) / 10);
  let noiseMw = receiverMw;
  const listed = interferers[radio] ?? [];
  for (const { powerMw, sender } of listed) noiseMw += (airtimes[sender] ?? 0) * powerMw;
  let missed = 1;
  for (const sender of deferred[radio] ?? []) missed *= 1 - START_SHARE * (airtimes[sender] ?? 0);
  return { widthMhz, noiseMw, receiverMw, slotCollision: 1 - missed, interferers: listed, airtimes };
}

/**
 * Returns the probability, 0 to 1, that a frame must be repeated because a sender that the radio does not defer to overlaps it.
 * The interference at the radio is taken for that at its clients too.
 *
 * @param signalDbm level of the wanted signal
 * @param neededSnrDb ratio of signal to noise (dB) that the frame needs
 */
export function computeHiddenCollision(
  { airtimes, interferers, receiverMw }: Disturbance,
  signalDbm: number,
  neededSnrDb: number,
): number {
  const sufferableMw = 10 ** ((signalDbm - neededSnrDb) / 10);
  let survived = 1;
  for (const { powerMw, sender } of interferers) {
    const disturbedMw = receiverMw + powerMw;
    if (disturbedMw <= sufferableMw) break;
    const missingDb = toDbm(disturbedMw / sufferableMw);
    // Two frames overlap if either starts during the other one.
    const overlap = 1 - (1 - (airtimes[sender] ?? 0)) ** 2;
    survived *= 1 - overlap * Math.min(1, missingDb / FAILURE_RANGE_DB);
  }
  return 1 - survived;
}
