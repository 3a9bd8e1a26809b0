/** Width of a channel (MHz). */
export type WidthMhz = 20 | 40 | 80 | 160;

/** Part of the spectrum that a radio uses. */
export interface Spectrum {
  /** Primary channel of 20 MHz. */
  readonly channel: number;
  readonly widthMhz: WidthMhz;
  /** Lower and upper end (MHz). */
  readonly lowMhz: number;
  readonly highMhz: number;
}

/** Centre of channel 0 (MHz), from which the channels of a band are counted in steps of 5 MHz. */
const CHANNEL_0_MHZ = { '2.4G': 2407, '5G': 5000 } as const;
const CHANNEL_STEP_MHZ = 5;
/** Upper end of the band of 2.4 GHz (MHz). */
const BAND_2_4_END_MHZ = 2500;

const WIDTHS_MHZ: readonly number[] = [20, 40, 80, 160] satisfies WidthMhz[];
/** Ends of the bands (MHz): channels 1 to 14, and channels 32 to 177. */
const BANDS_MHZ = { '2.4G': [2400, BAND_2_4_END_MHZ], '5G': [5150, 5900] } as const;

/** Share of the signal of a channel of 2.4 GHz that a receiver gets, by the distance of their numbers. */
const OVERLAP_BY_DISTANCE = [1, 0.727, 0.271, 0.038, 0.005];

/**
 * Returns the spectrum of a channel.
 *
 * @param parts channels of 20 MHz that the channel consists of; only the primary channel by default
 */
export function createSpectrum(
  band: keyof typeof CHANNEL_0_MHZ,
  channel: number,
  parts: readonly number[] = [channel],
): Spectrum {
  const centre = (number: number) => CHANNEL_0_MHZ[band] + number * CHANNEL_STEP_MHZ;
  const [lowMhz, highMhz] = [centre(Math.min(...parts)) - 10, centre(Math.max(...parts)) + 10];
  return { channel, widthMhz: (highMhz - lowMhz) as WidthMhz, lowMhz, highMhz };
}

/**
 * Returns the share of the airtime of a radio that another one notices, from 0 to 1. Channels of 20 MHz on 2.4 GHz overlap by
 * the distance of their numbers; other channels by the common bandwidth over that of the narrower one, because a wide
 * channel waits for each of its parts.
 */
export function computeSpectralOverlap(a: Spectrum, b: Spectrum): number {
  if (a.highMhz < BAND_2_4_END_MHZ && a.widthMhz === 20 && b.widthMhz === 20)
    return OVERLAP_BY_DISTANCE[Math.abs(a.channel - b.channel)] ?? 0;
  const common = Math.min(a.highMhz, b.highMhz) - Math.max(a.lowMhz, b.lowMhz);
  return common > 0 ? common / Math.min(a.widthMhz, b.widthMhz) : 0;
}

/** Returns true if a reported channel can exist: in one of the bands, of a width of Wi-Fi, around its primary channel. */
export function isPossibleSpectrum({ channel, highMhz, lowMhz, widthMhz }: Spectrum): boolean {
  const band = lowMhz < BAND_2_4_END_MHZ ? '2.4G' : '5G';
  const centre = CHANNEL_0_MHZ[band] + channel * CHANNEL_STEP_MHZ;
  return (
    WIDTHS_MHZ.includes(widthMhz) &&
    highMhz - lowMhz === widthMhz &&
    lowMhz >= BANDS_MHZ[band][0] &&
    highMhz <= BANDS_MHZ[band][1] &&
    centre - 10 >= lowMhz &&
    centre + 10 <= highMhz
  );
}
