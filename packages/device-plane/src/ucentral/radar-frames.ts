import { BAND_CHANNELS, isRadarChannel } from '@northlight/contract';
import type { RadioStat } from '@northlight/contract/device-protocol';
import type { Capabilities } from '../contract-types.ts';
import { parseList, parseNumber, parseObject } from './untrusted-values.ts';

const FRAMES_MAX = 1_000;
/** Finds of a radio in a report. */
const FINDS_MAX = 32;
/** Time for which a find is reported (ms). */
const REPORTED_MS = 30 * 60_000;
/** Time within which frames about the same channels are the same find: each network of a radio sends one (ms). */
const SAME_FIND_MS = 60_000;
/** Frequency between the channels of the lower and the upper radio of a device with two of 5 GHz (MHz). */
const HALVES_MHZ = 5_400;
/** Widths by their numbers in hostapd (`enum chan_width`); the parts of 80 + 80 MHz have a centre each. */
const WIDTHS_MHZ: readonly (number | undefined)[] = [20, 20, 40, 80, 80, 160];

interface Find {
  readonly radio: string;
  readonly channels: readonly number[];
  readonly at: number;
}

/** Radar that the radios of a device have reported in frames, which become a state of its reports. */
export class RadarFrames {
  #finds: readonly Find[] = [];

  /**
   * Receives the `wifi-frames` of a telemetry message. Their times are of the device's clock, so that a find counts from now
   * on: the ban ends later than at the device.
   */
  receive(frames: unknown, radios: Capabilities['radios'], now: number): void {
    const finds = parseList(frames, FRAMES_MAX).flatMap((entry) => readFind(entry, radios, now));
    for (const find of finds) {
      const isKnown = this.#finds.some(
        ({ at, channels, radio }) =>
          radio === find.radio &&
          now - at < SAME_FIND_MS &&
          find.channels.every((each) => channels.includes(each)),
      );
      if (!isKnown) this.#finds = [...this.#finds, find].slice(-FINDS_MAX);
    }
  }

  /** Adds the finds of the last 30 min to the radios of a report. */
  addTo(radios: readonly RadioStat[], now: number): RadioStat[] {
    this.#finds = this.#finds.filter(({ at }) => now - at < REPORTED_MS);
    return radios.map((radio) => {
      const radar = this.#finds
        .filter((find) => find.radio === radio.id)
        .map(({ at, channels }) => ({ channels: [...channels], ageSeconds: (now - at) / 1000 }));
      return radar.length > 0 ? { ...radio, radar } : radio;
    });
  }
}

/** Reads an entry `[time, {"radar-detected": {frequency, width, center1, center2}}]`; other frames are left out. */
function readFind(entry: unknown, radios: Capabilities['radios'], now: number): Find[] {
  const [, frame] = parseList(entry, 2);
  const raw = parseObject(parseObject(frame)['radar-detected']);
  const mhz = parseNumber(raw['frequency'], 5_000, 5_900);
  if (mhz === undefined) return [];
  const radio = radios.find(({ band }) => band === '5G' || band === (mhz < HALVES_MHZ ? '5G-1' : '5G-2'));
  const widthMhz = WIDTHS_MHZ[parseNumber(raw['width'], 0, 5) ?? 0];
  const centres = [raw['center1'], raw['center2']].flatMap(
    (centre) => parseNumber(centre, 5_000, 5_900) ?? [],
  );
  const channels = [
    mhz,
    ...(widthMhz === undefined ? [] : centres.flatMap((centre) => listParts(centre, widthMhz))),
  ]
    .map((each) => (each - 5_000) / 5)
    .filter((channel) => BAND_CHANNELS['5G'].includes(channel) && isRadarChannel(channel));
  const unique = [...new Set(channels)].sort((one, other) => one - other);
  return radio && unique.length > 0 ? [{ radio: radio.id, channels: unique, at: now }] : [];
}

/** Lists the centres of the parts of 20 MHz of a channel (MHz). */
const listParts = (centreMhz: number, widthMhz: number): number[] =>
  Array.from({ length: widthMhz / 20 }, (_, part) => centreMhz - widthMhz / 2 + 10 + 20 * part);
