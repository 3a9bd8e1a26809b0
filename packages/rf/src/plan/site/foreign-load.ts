import { computeExpectedContention } from '../contention.ts';
import { computeSpectralOverlap, isPossibleSpectrum, type Spectrum } from '../spectrum.ts';
import { computeMedian, MEASUREMENTS } from './median.ts';
import { type MeasuredChannel, type ReceivedNetwork, SCAN_MAX_AGE_MS } from './site.ts';
import { isHighBand } from './path-losses.ts';
import { ageLevel, nameSender } from './usable-networks.ts';

/** Load of a network whose beacon announces none. */
const USUAL_LOAD = 0.1;
/** Number of the strongest foreign networks of a device and band that are used. */
const NETWORKS_MAX = 256;

/** A foreign access point as one radio notices it; its networks on one channel count once. */
interface ForeignSender {
  readonly spectrum: Spectrum;
  /** Share of the time that the radio loses on the same channel. */
  readonly busy: number;
}

/**
 * Lists the foreign access points that a device receives. A network counts with the strongest level of the last 24 h, because
 * a scan misses much of a foreign network; a strong level fades with its age, at last by 6 dB. Its newest reading gives its
 * channel and its load.
 *
 * @param networks usable networks of the device without those of the site, of any number of scans
 */
export function listForeignSenders(networks: readonly ReceivedNetwork[], now: number): ForeignSender[] {
  const pooled = [...Map.groupBy(networks, ({ bssid }) => bssid).values()]
    .flatMap((readings) => poolReadings(readings, now))
    .sort((one, other) => other.levelDbm - one.levelDbm);
  const bands = Map.groupBy(pooled, ({ spectrum }) => isHighBand(spectrum));
  const strongest = [...bands.values()].flatMap((band) => band.slice(0, NETWORKS_MAX));
  const byChannel = Map.groupBy(
    strongest,
    ({ bssid, spectrum }) => `${nameSender(bssid)} ${spectrum.lowMhz} ${spectrum.highMhz}`,
  );
  return [...byChannel.values()].flatMap(([network]) =>
    network
      ? [
          {
            spectrum: network.spectrum,
            busy: computeExpectedContention(network.levelDbm) * getAnnouncedLoad(network),
          },
        ]
      : [],
  );
}

/** Combines the readings of one network in one device. */
export function poolReadings(readings: readonly ReceivedNetwork[], now: number): ReceivedNetwork[] {
  let [newest] = readings;
  if (!newest) return [];
  let levelDbm = Number.NEGATIVE_INFINITY;
  for (const reading of readings) {
    levelDbm = Math.max(levelDbm, ageLevel(reading, now));
    if (reading.at > newest.at) newest = reading;
  }
  return [{ ...newest, levelDbm }];
}

const getAnnouncedLoad = ({ load = USUAL_LOAD }: ReceivedNetwork): number =>
  load >= 0 ? Math.min(1, load) : USUAL_LOAD;

/** A channel of 20 MHz with the busy airtime that a device usually measured on it. */
export type UsualBusy = Pick<MeasuredChannel, 'busy' | 'spectrum'>;

/** Lists the channels that a device measured, each with the median of its last five measurements. */
export function listUsualBusy(measured: readonly MeasuredChannel[], now: number): UsualBusy[] {
  const usable = measured.filter(
    ({ at, busy, spectrum }) => now - at <= SCAN_MAX_AGE_MS && busy >= 0 && isPossibleSpectrum(spectrum),
  );
  const byChannel = Map.groupBy(usable, ({ spectrum }) => `${spectrum.lowMhz} ${spectrum.highMhz}`);
  return [...byChannel.values()].flatMap((measurements) => {
    const [newest, ...rest] = measurements.toSorted((one, other) => other.at - one.at).slice(0, MEASUREMENTS);
    if (!newest) return [];
    const busy = computeMedian([newest, ...rest].map((each) => Math.min(1, each.busy)));
    return [{ spectrum: newest.spectrum, busy }];
  });
}

/**
 * Returns the share of the time that foreign networks take from a radio on a channel: what their beacons announce, or more if
 * the device measured more than the radios of the site explain.
 *
 * @param measured channels that the device measured
 * @param explain returns the airtime that the radios of the site cause on a channel now
 */
export function computeForeignBusy(
  option: Spectrum,
  senders: readonly ForeignSender[],
  measured: readonly UsualBusy[],
  explain: (spectrum: Spectrum) => number,
): number {
  const announced = senders.reduce(
    (sum, { busy, spectrum }) => sum + busy * computeSpectralOverlap(option, spectrum),
    0,
  );
  const unexplained = measured
    .filter(({ spectrum }) => isPart(spectrum, option))
    .map(({ busy, spectrum }) => busy - explain(spectrum));
  return Math.max(announced, ...unexplained);
}

const isPart = (part: Spectrum, whole: Spectrum): boolean =>
  part.lowMhz >= whole.lowMhz && part.highMhz <= whole.highMhz;
