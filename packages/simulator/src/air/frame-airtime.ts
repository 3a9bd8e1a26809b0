import type { AirBand } from './air-site.ts';

/** Times (µs) around the data of a frame of best effort (IEEE 802.11-2020, tables 9-155 and 21-28). */
const AIFS_US = 43;
/** Half of the smallest contention window: 7.5 slots of 9 µs. */
const BACKOFF_US = 67.5;
const PREAMBLE_US = 44;
const SIFS_US = 16;
const BLOCK_ACK_US = 32;
const OVERHEAD_US = AIFS_US + BACKOFF_US + PREAMBLE_US + SIFS_US + BLOCK_ACK_US;
/** Bits of an aggregate of 64 frames of 1,500 bytes, the size of the window of a block acknowledgement of 802.11ac. */
const AGGREGATE_BITS = 64 * 1500 * 8;
/** Drivers limit an aggregate to this time (µs), so that other stations need not wait longer. */
const MAX_AGGREGATE_US = 4000;
/** Share of the data that is payload of TCP: headers of MAC, IP and TCP take the rest. */
const PAYLOAD_SHARE = 0.95;

/** Returns the share of the time, 0 to 1 and above, that a demand (Mbit/s) needs at a rate of the physical layer (Mbit/s). */
export function computeAirtime(demandMbps: number, rateMbps: number): number {
  if (demandMbps <= 0 || rateMbps <= 0) return 0;
  const dataUs = Math.min(AGGREGATE_BITS / rateMbps, MAX_AGGREGATE_US);
  const efficiency = (PAYLOAD_SHARE * dataUs) / (dataUs + OVERHEAD_US);
  return demandMbps / (rateMbps * efficiency);
}

const BEACON_INTERVAL_US = 102_400;
const BEACON_BITS = 300 * 8;
/** Lowest basic rate (Mbit/s) and preamble (µs) of beacons: DSSS on 2.4 GHz, OFDM on the other bands. */
const DSSS = { mbps: 1, preambleUs: 192 } as const;
const OFDM = { mbps: 6, preambleUs: 20 } as const;

/** Returns the share of the time that the beacons of a radio need, one for each SSID. */
export function computeBeaconAirtime(band: AirBand, ssids: number): number {
  const { mbps, preambleUs } = band === '2.4G' ? DSSS : OFDM;
  return Math.min(1, (ssids * (BEACON_BITS / mbps + preambleUs)) / BEACON_INTERVAL_US);
}
