/** The channel of a radio. */
export interface RadioChannel {
  readonly centreMhz: number;
  readonly widthMhz: 20 | 40 | 80 | 160;
  /** Number of spatial streams to a client. */
  readonly streams: number;
  /** Share of the time in which the radio sends, from 0 to 1. By default 1: the worst case, as in other planning tools. */
  readonly airtime?: number;
}

/**
 * Returns the share of the power of a radio that falls into the channel of another one: the common bandwidth over the
 * bandwidth of the sender. The power of OFDM is nearly even over its channel; the edges of the spectral mask are left out.
 */
export function computeOverlap(receiver: RadioChannel, sender: RadioChannel): number {
  const low = Math.max(receiver.centreMhz - receiver.widthMhz / 2, sender.centreMhz - sender.widthMhz / 2);
  const high = Math.min(receiver.centreMhz + receiver.widthMhz / 2, sender.centreMhz + sender.widthMhz / 2);
  return Math.max(0, high - low) / sender.widthMhz;
}

/** Noise of a receiver in a channel of 20 MHz (dBm): thermal noise of −101 dBm and a noise figure of 7 dB. */
const NOISE_20_MHZ_DBM = -94;

/** Returns the noise of a receiver in a channel (dBm). */
export const getNoise = ({ widthMhz }: RadioChannel): number =>
  NOISE_20_MHZ_DBM + 10 * Math.log10(widthMhz / 20);
