import { computeExpectedSignalDbm, getChannelFrequencyMhz, type LinkEnds } from '@northlight/contract';

/** Angle at which an antenna of a bridge receives half of the power (degrees). */
const HALF_POWER_DEGREES = 15;
/** Weakest signal outside the main lobe, compared with its centre (dB). */
const SIDE_LOBE_DB = 25;
const NOISE_DBM_20_MHZ = -95;
const STREAMS = 2;
const CLEAR_SNR_DB = 25;
const MIN_RETRY_PERCENT = 1;

/** Rates of one stream on 20 MHz (Mbit/s), and the signal-to-noise ratio (dB) that they need; 802.11ac. */
const RATES: readonly (readonly [snrDb: number, mbps: number])[] = [
  [2, 6.5],
  [5, 13],
  [9, 19.5],
  [11, 26],
  [15, 39],
  [18, 52],
  [20, 58.5],
  [25, 65],
  [29, 78],
];
/** Data subcarriers of a channel, compared with those of 20 MHz. */
const WIDTH_FACTORS: Readonly<Record<number, number>> = { 20: 1, 40: 108 / 52, 80: 234 / 52 };

/** Returns the loss (dB) of an antenna that points past its peer; 12·(angle / beamwidth)² (ITU-R F.1336). */
export const computeMisalignmentDb = (degrees: number): number =>
  Math.min(SIDE_LOBE_DB, 12 * (degrees / (2 * HALF_POWER_DEGREES)) ** 2);

export interface RadioPath extends Omit<LinkEnds, 'frequencyMhz'> {
  readonly channel: number;
  /** Angles by which both antennas point past each other (degrees). */
  readonly misalignedDegrees: readonly number[];
  /** Loss by rain (dB/km). */
  readonly rainDbPerKm: number;
}

/** Returns the signal (dBm) that one end of a link receives from the other. */
export function computeLinkSignalDbm({
  channel,
  misalignedDegrees,
  rainDbPerKm,
  ...ends
}: RadioPath): number {
  const clear = computeExpectedSignalDbm({ ...ends, frequencyMhz: getChannelFrequencyMhz(channel) });
  const misalignment = misalignedDegrees.reduce((sum, degrees) => sum + computeMisalignmentDb(degrees), 0);
  return clear - misalignment - (rainDbPerKm * ends.distanceMetres) / 1000;
}

/** Returns the noise (dBm) of a channel, which grows by 3 dB with each doubled width. */
export const computeNoiseDbm = (widthMhz: number): number =>
  Math.round(NOISE_DBM_20_MHZ + 10 * Math.log10(widthMhz / 20));

/** Returns the link rate (Mbit/s) at a signal-to-noise ratio. */
export function computeBridgeRateMbps(snrDb: number, widthMhz: number): number {
  const [, mbps] = RATES.findLast(([needed]) => snrDb >= needed) ?? [0, 6.5];
  return Math.round(STREAMS * mbps * (WIDTH_FACTORS[widthMhz] ?? 1) * 10) / 10;
}

/** Returns the share of frames that are sent again (%). */
export const computeBridgeRetryPercent = (snrDb: number): number =>
  Math.min(100, Math.round(MIN_RETRY_PERCENT + Math.max(0, CLEAR_SNR_DB - snrDb) * 1.5));
