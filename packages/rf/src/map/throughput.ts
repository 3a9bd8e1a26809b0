import type { RadioChannel } from './channels.ts';

/** Data subcarriers of a channel of 802.11ax by its width (MHz) (IEEE 802.11ax-2021, table 27-15). */
const DATA_SUBCARRIERS = { 20: 234, 40: 468, 80: 980, 160: 1960 } as const;
/** Data bits per subcarrier of MCS 0 to 11 (IEEE 802.11ax-2021, section 27.5): bits of the modulation times the code rate. */
const DATA_BITS = [0.5, 1, 1.5, 2, 3, 4, 4.5, 5, 6, 20 / 3, 7.5, 25 / 3] as const;
/** Time of a symbol with the shortest guard interval (µs). */
const SYMBOL_US = 12.8 + 0.8;
/**
 * Ratio of signal to noise (dB) that MCS 0 to 11 need. The standard demands these sensitivities in 20 MHz: −82, −79, −77,
 * −74, −70, −66, −65, −64, −59, −57, −54 and −52 dBm (IEEE 802.11ax-2021, table 27-51). They contain thermal noise of −101
 * dBm, and a noise figure of 10 dB and a loss of 5 dB for simple receivers, which are subtracted here.
 */
const NEEDED_RATIOS_DB = [4, 7, 9, 12, 16, 20, 21, 22, 27, 29, 32, 34] as const;
/** Power is shared among the streams, so that each has less of it. */
const getStreamLoss = (streams: number): number => 10 * Math.log10(streams);
/**
 * Share of the rate that one client without others measures as throughput of TCP. Preambles, acknowledgements and waiting
 * times need the rest. Measurements of access points range from about 0.55 to 0.75: it is an assumption, and airtime of other
 * clients and networks is not subtracted.
 */
const NET_SHARE = 0.65;

/** Returns the rate (Mbit/s) of 802.11ax at a ratio of signal to noise and interference (dB); 0 below the lowest MCS. */
export function getRate(ratioDb: number, { streams, widthMhz }: RadioChannel): number {
  let highest = 0;
  // A client with several streams uses fewer of them if this is faster.
  for (let used = 1; used <= streams; used += 1) {
    const perStream = ratioDb - getStreamLoss(used);
    const bits = DATA_BITS[NEEDED_RATIOS_DB.findLastIndex((needed) => perStream >= needed)] ?? 0;
    highest = Math.max(highest, (used * bits * DATA_SUBCARRIERS[widthMhz]) / SYMBOL_US);
  }
  return highest;
}

/** Returns the expected throughput (Mbit/s) of one client without others. */
export const getThroughput = (ratioDb: number, channel: RadioChannel): number =>
  NET_SHARE * getRate(ratioDb, channel);
