import type { AirRadio, RadarSource } from './air-site.ts';
import { findCentre, findSpectrum } from './channel-spectrum.ts';
import { drawPairNormal, hashId } from './pair-random.ts';

/** Level (dBm) from which a radio must detect radar (47 CFR 15.407(h)(2), below 200 mW). */
const DETECTION_DBM = -62;
/** Channels stay unused for 30 min after radar (47 CFR 15.407(h)(2)(iv)). */
const NON_OCCUPANCY_MS = 1_800_000;
/** Standard deviation of the level of a radar at the radios of a site (dB). */
const SHADOWING_DB = 6;
/** Ranges of 5 GHz with radar (MHz): the channels 52 to 64 and 100 to 144. */
const DFS_RANGES_MHZ = [
  [5250, 5330],
  [5490, 5730],
] as const;

/** A radio that detected radar and must leave its channel. */
export interface RadarDetection {
  readonly bssid: string;
  /** Time of the burst (ms since 1970). */
  readonly at: number;
  /** Channels of 20 MHz, all of the radio's channel with radar detection, that must not be used. */
  readonly channels: readonly number[];
  /** End of the blocking (ms since 1970). */
  readonly blockedUntil: number;
}

const isDfs = (centreMhz: number): boolean =>
  DFS_RANGES_MHZ.some(([low, high]) => centreMhz > low && centreMhz < high);

/** Lists the 20 MHz channels of a radio in which it must detect radar. */
function listDfsChannels(radio: AirRadio): number[] {
  if (radio.band !== '5G') return [];
  const { lowMhz, widthMhz } = findSpectrum(radio);
  return Array.from({ length: widthMhz / 20 }, (_, index) => (lowMhz + 10 + 20 * index - 5000) / 5).filter(
    (channel) => isDfs(findCentre('5G', channel)),
  );
}

/**
 * Lists the detections of the bursts after `from` and until `to` (ms since 1970), in the order of their time. The radios are those
 * of that time: the caller moves a radio and keeps the channels blocked.
 */
export function detectRadar(
  radios: readonly AirRadio[],
  sources: readonly RadarSource[],
  from: number,
  to: number,
): RadarDetection[] {
  const receivers = radios
    .filter(({ isOn }) => isOn)
    .map((radio) => ({ bssid: radio.bssid, hash: hashId(radio.bssid), channels: listDfsChannels(radio) }));
  return sources
    .flatMap((source) => {
      const moments = source.moments.filter((at) => at > from && at <= to);
      if (moments.length === 0) return [];
      const hash = hashId(source.id);
      const detecting = receivers.filter(
        (receiver) =>
          receiver.channels.some((channel) => channel >= source.fromChannel && channel <= source.toChannel) &&
          source.levelDbm + SHADOWING_DB * drawPairNormal(hash, receiver.hash) >= DETECTION_DBM,
      );
      return moments.flatMap((at) =>
        detecting.map(({ bssid, channels }) => ({
          bssid,
          at,
          channels,
          blockedUntil: at + NON_OCCUPANCY_MS,
        })),
      );
    })
    .sort((a, b) => a.at - b.at);
}
