import { computeContention } from '../contention.ts';
import { computeSpectralOverlap, type Spectrum } from '../spectrum.ts';
import { ageLevel } from './path-losses.ts';
import type { MeasuredChannel, ReceivedNetwork } from './site.ts';
import { SCAN_MAX_AGE_MS } from './site.ts';

/** Load of a network whose beacon announces none. */
const USUAL_LOAD = 0.1;
/** Number of the strongest foreign networks of a device that are used. */
const NETWORKS_MAX = 256;

/** A foreign access point as one radio notices it; its networks on one channel count once. */
interface ForeignSender {
  readonly spectrum: Spectrum;
  /** Share of the time that the radio loses on the same channel. */
  readonly busy: number;
}

/**
 * Lists the foreign access points that a device receives.
 *
 * @param networks usable networks of the device without those of the site
 */
export function listForeignSenders(networks: readonly ReceivedNetwork[], now: number): ForeignSender[] {
  const strongest = networks.toSorted((one, other) => other.levelDbm - one.levelDbm).slice(0, NETWORKS_MAX);
  return [...Map.groupBy(strongest, nameSender).values()].flatMap(([network]) =>
    network
      ? [
          {
            spectrum: network.spectrum,
            busy: computeContention(ageLevel(network, now)) * (network.load ?? USUAL_LOAD),
          },
        ]
      : [],
  );
}

/**
 * Names the access point of a network by its channel and the part of its address that its networks have in common: they
 * differ in the first octet or in the last digit.
 */
const nameSender = ({ bssid, spectrum }: ReceivedNetwork): string =>
  `${bssid.slice(3, -1)} ${spectrum.lowMhz} ${spectrum.highMhz}`;

/**
 * Returns the share of the time that foreign networks take from a radio on a channel: what their beacons announce, or more if
 * the device measured more than the radios of the site explain.
 *
 * @param measured measurements of the device
 * @param explain returns the airtime that the radios of the site cause on a channel now
 */
export function computeForeignBusy(
  option: Spectrum,
  senders: readonly ForeignSender[],
  measured: readonly MeasuredChannel[],
  explain: (spectrum: Spectrum) => number,
  now: number,
): number {
  const announced = senders.reduce(
    (sum, { busy, spectrum }) => sum + busy * computeSpectralOverlap(option, spectrum),
    0,
  );
  const unexplained = measured
    .filter(({ at, spectrum }) => now - at <= SCAN_MAX_AGE_MS && isPart(spectrum, option))
    .map(({ busy, spectrum }) => Math.min(1, Math.max(0, busy)) - explain(spectrum));
  return Math.max(announced, ...unexplained);
}

const isPart = (part: Spectrum, whole: Spectrum): boolean =>
  part.lowMhz >= whole.lowMhz && part.highMhz <= whole.highMhz;
