import type { AirBand, AirChannel, WidthMhz } from './air-site.ts';

/** Frequencies of a channel (MHz): the centre of its primary 20 MHz, and both edges of the whole channel. */
export interface Spectrum {
  readonly primaryMhz: number;
  readonly lowMhz: number;
  readonly highMhz: number;
  readonly widthMhz: WidthMhz;
}

/** Frequency (MHz) of channel 0 of a band; each channel number adds 5 MHz (IEEE 802.11-2020, annex E.1). */
const BAND_START_MHZ: Readonly<Record<AirBand, number>> = { '2.4G': 2407, '5G': 5000, '6G': 5950 };
/** First and last channels of the ranges in which wider channels are formed from neighbours (annex E.1). */
const BLOCK_RANGES: Readonly<Record<AirBand, readonly (readonly [first: number, last: number])[]>> = {
  '2.4G': [],
  '5G': [
    [36, 64],
    [100, 144],
    [149, 177],
  ],
  '6G': [[1, 233]],
};
/** Channels of 20 MHz are 4 numbers apart. */
const NUMBERS_PER_20_MHZ = 4;
/** Last channel of 2.4 GHz whose second half of a 40 MHz channel is the higher one here; above, it is the lower one. */
const LAST_UPWARD_CHANNEL = 7;

const HALF_WIDTHS: Readonly<Record<WidthMhz, WidthMhz>> = { 160: 80, 80: 40, 40: 20, 20: 20 };

/** Returns the centre frequency (MHz) of a channel of 20 MHz. */
export const findCentre = (band: AirBand, channel: number): number => BAND_START_MHZ[band] + 5 * channel;

/** Returns the frequencies of a channel; a width that does not exist at this channel is halved until it does. */
export function findSpectrum({ band, channel, widthMhz }: AirChannel): Spectrum {
  const primaryMhz = findCentre(band, channel);
  const lowMhz = findLowEdge(band, channel, widthMhz);
  if (lowMhz !== undefined) return { primaryMhz, lowMhz, highMhz: lowMhz + widthMhz, widthMhz };
  return findSpectrum({ band, channel, widthMhz: HALF_WIDTHS[widthMhz] });
}

/** Returns the lower edge of a channel (MHz); undefined if the band has no such channel. */
function findLowEdge(band: AirBand, channel: number, widthMhz: WidthMhz): number | undefined {
  const primaryEdge = findCentre(band, channel) - 10;
  if (widthMhz === 20) return primaryEdge;
  if (band === '2.4G' && widthMhz === 40)
    return channel <= LAST_UPWARD_CHANNEL ? primaryEdge : primaryEdge - 20;
  const range = BLOCK_RANGES[band].find(([first, last]) => channel >= first && channel <= last);
  if (!range) return undefined;
  const numbers = (widthMhz / 20) * NUMBERS_PER_20_MHZ;
  const start = range[0] + Math.floor((channel - range[0]) / numbers) * numbers;
  const isComplete = start + numbers - NUMBERS_PER_20_MHZ <= range[1];
  return isComplete ? findCentre(band, start) - 10 : undefined;
}
