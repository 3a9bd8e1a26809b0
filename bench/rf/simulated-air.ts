import {
  computeContention,
  computeSpectralOverlap,
  createSpectrum,
  type MeasuredChannel,
  type ReceivedNetwork,
  type Site,
  type SiteRadio,
  type Spectrum,
} from '@northlight/rf/plan';
import {
  type ChannelSet,
  computeOfficeLoss,
  createOfficePoints,
  createRandom,
  getUsualPower,
  listSpectra,
} from '@northlight/rf/testing';

interface AirOptions {
  readonly seed: number;
  readonly radios: number;
  readonly channels: ChannelSet;
}

interface ScanOptions {
  readonly random: () => number;
  /** Times of the scans (ms). */
  readonly scans: readonly number[];
  /** Largest error of a level (dB), and of a load or a busy airtime as a share. */
  readonly levelErrorDb: number;
  readonly loadError: number;
}

const FOREIGN_PER_RADIO = 1.5;
const CHECK_SECONDS = 60;
const RADAR_CHANNELS = { first: 52, last: 144 } as const;
const LEAST_LEVEL_DBM = -95;

/** An office whose air does not change; only its measurements have errors. */
export class SimulatedAir {
  readonly #radios: SiteRadio[];
  readonly #losses: readonly (readonly number[])[];
  readonly #foreign: readonly {
    readonly spectrum: Spectrum;
    readonly load: number;
    readonly levels: readonly number[];
  }[];
  readonly #parts: readonly Spectrum[];

  constructor({ channels, radios: count, seed }: AirOptions) {
    const random = createRandom(seed);
    const spectra = listSpectra(channels);
    const points = createOfficePoints(random, count);
    const powerDbm = getUsualPower(channels);
    this.#parts = listParts(spectra);
    this.#radios = points.map((_, index) => ({
      id: `ap${index}/r0`,
      deviceId: `ap${index}`,
      bssids: [`02:00:00:${hex(index >> 8)}:${hex(index & 255)}:00`],
      spectrum: spectra[Math.floor(random() * Math.min(3, spectra.length))]!,
      powerDbm,
      choices: spectra.map((spectrum) => ({
        ...spectrum,
        checkSeconds: isWatched(spectrum) ? CHECK_SECONDS : 0,
        radarEvents: 0,
      })),
      load: 0.1 + random() * 0.5,
      clients: Math.floor(random() * 20),
      isPinned: false,
    }));
    const losses = points.map(() => points.map(() => 0));
    for (const [a, one] of points.entries())
      for (const [b, other] of points.slice(0, a).entries()) {
        losses[a]![b] = computeOfficeLoss(random, channels, one, other);
        losses[b]![a] = losses[a]![b]!;
      }
    this.#losses = losses;
    this.#foreign = Array.from({ length: Math.round(count * FOREIGN_PER_RADIO) }, () => {
      const near = points[Math.floor(random() * count)] ?? { x: 0, y: 0, floor: 0 };
      const point = { ...near, x: near.x + (random() - 0.5) * 40, y: near.y + 15 + random() * 25 };
      return {
        spectrum: spectra[Math.floor(random() * spectra.length)]!,
        load: random() * 0.6,
        levels: points.map((each) => powerDbm - computeOfficeLoss(random, channels, each, point)),
      };
    });
  }

  get radios(): readonly SiteRadio[] {
    return this.#radios;
  }

  /** Changes the channel of a radio. */
  tune(radio: number, spectrum: Spectrum): void {
    const { channel, highMhz, lowMhz, widthMhz } = spectrum;
    this.#radios[radio] = { ...this.#radios[radio]!, spectrum: { channel, highMhz, lowMhz, widthMhz } };
  }

  /** Returns the site as its radios measure it now. */
  measure({ levelErrorDb, loadError, random, scans }: ScanOptions): Site {
    const vary = (error: number): number => (random() * 2 - 1) * error;
    const networks: ReceivedNetwork[] = [];
    const channels: MeasuredChannel[] = [];
    for (const [index, { deviceId }] of this.#radios.entries())
      for (const at of scans) {
        const receive = (bssid: string, spectrum: Spectrum, level: number, load?: number): void => {
          const levelDbm = level + vary(levelErrorDb);
          if (levelDbm >= LEAST_LEVEL_DBM)
            networks.push({ deviceId, bssid, spectrum, levelDbm, at, ...(load !== undefined && { load }) });
        };
        for (const [other, { bssids, powerDbm, spectrum }] of this.#radios.entries())
          if (other !== index) receive(bssids[0]!, spectrum, powerDbm - this.#losses[index]![other]!);
        for (const [number, { levels, load, spectrum }] of this.#foreign.entries()) {
          const bssid = `aa:00:${hex(number >> 8)}:${hex(number & 255)}:00:00`;
          receive(bssid, spectrum, levels[index]!, load * (1 + vary(loadError)));
        }
        for (const part of this.#parts) {
          const busy = Math.min(1, this.#computeBusy(index, part) * (1 + vary(loadError)));
          channels.push({ deviceId, spectrum: part, busy, at });
        }
      }
    const radios = this.#radios.map((radio) => ({ ...radio, load: radio.load * (1 + vary(loadError)) }));
    return { radios, networks, channels };
  }

  /** Returns the true busy airtime of a channel of 20 MHz at a radio. */
  #computeBusy(index: number, part: Spectrum): number {
    const own = this.#radios.reduce((sum, { load, powerDbm, spectrum }, other) => {
      const share = other === index ? 1 : computeContention(powerDbm - this.#losses[index]![other]!);
      return sum + share * load * computeSpectralOverlap(part, spectrum);
    }, 0);
    return this.#foreign.reduce(
      (sum, { levels, load, spectrum }) =>
        sum + computeContention(levels[index]!) * load * computeSpectralOverlap(part, spectrum),
      own,
    );
  }
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

const isWatched = ({ highMhz, lowMhz }: Spectrum): boolean =>
  highMhz > toMhz(RADAR_CHANNELS.first) - 10 && lowMhz < toMhz(RADAR_CHANNELS.last) + 10;
const toMhz = (channel: number): number => 5000 + 5 * channel;

/** Lists the channels of 20 MHz of some channels. */
export function listParts(spectra: readonly Spectrum[]): Spectrum[] {
  const parts = spectra.flatMap((spectrum) =>
    spectrum.lowMhz < 5000
      ? [spectrum]
      : Array.from({ length: spectrum.widthMhz / 20 }, (_, part) =>
          createSpectrum('5G', (spectrum.lowMhz + 10 + part * 20 - 5000) / 5),
        ),
  );
  return [...new Map(parts.map((part) => [part.channel, part])).values()];
}
