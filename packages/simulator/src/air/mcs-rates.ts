import type { WidthMhz } from './air-site.ts';

/** Rates (Mbit/s) of MCS 0 to 11 with one spatial stream and a guard interval of 0.8 µs (IEEE 802.11ax-2021, 27.5). */
const STREAM_RATES: Readonly<Record<WidthMhz, readonly number[]>> = {
  20: [8.6, 17.2, 25.8, 34.4, 51.6, 68.8, 77.4, 86, 103.2, 114.7, 129, 143.4],
  40: [17.2, 34.4, 51.6, 68.8, 103.2, 137.6, 154.9, 172.1, 206.5, 229.4, 258.1, 286.8],
  80: [36, 72.1, 108.1, 144.1, 216.2, 288.2, 324.3, 360.3, 432.4, 480.4, 540.4, 600.5],
  160: [72.1, 144.1, 216.2, 288.2, 432.4, 576.5, 648.5, 720.6, 864.7, 960.8, 1080.9, 1201],
};
/**
 * Ratio of signal to noise (dB) that typical receivers need: MCS 0 to 9 of 802.11ac by A. von Nagy, "Wi-Fi SNR to MCS data rate
 * mapping" (2014); MCS 10 and 11 add the differences of the sensitivities of IEEE 802.11ax-2021, table 27-51.
 */
const NEEDED_SNR_DB = [2, 5, 9, 11, 15, 18, 20, 25, 29, 31, 34, 36] as const;

/** Modulation and coding of a link. */
export interface LinkRate {
  /** Rate of the physical layer (Mbit/s). */
  readonly mbps: number;
  /** Ratio of signal to noise (dB), of the whole power, that this rate needs. */
  readonly neededSnrDb: number;
}

const known = new Map<number, readonly LinkRate[]>();

/** Lists the rates of a width with up to this number of streams, the highest first; streams share the power of the sender. */
export function listRates(widthMhz: WidthMhz, streams: number): readonly LinkRate[] {
  const key = widthMhz * 100 + streams;
  const before = known.get(key);
  if (before) return before;
  const rates = Array.from({ length: streams }, (_, index) => index + 1)
    .flatMap((used) =>
      STREAM_RATES[widthMhz].map((mbps, mcs) => ({
        mbps: used * mbps,
        neededSnrDb: (NEEDED_SNR_DB[mcs] ?? 0) + 10 * Math.log10(used),
      })),
    )
    .sort((a, b) => b.mbps - a.mbps);
  known.set(key, rates);
  return rates;
}
