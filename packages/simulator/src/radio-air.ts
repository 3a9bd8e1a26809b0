import type {
  Band,
  Capabilities,
  ClientReport,
  RadioStat,
  ScannedChannel,
  ScannedNetwork,
} from '@northlight/contract/device-protocol';
import { hashSha256Hex, MINUTE_MS } from '@northlight/runtime';
import { listNeighbourNetworks } from './neighbour-networks.ts';
import { computeLinkRateKbps } from './physics/radio.ts';

type AirFigures = Pick<RadioStat, 'busyPercent' | 'noiseDbm' | 'retryPercent' | 'rxPercent' | 'txPercent'>;
type ClientTraffic = Pick<ClientReport, 'band' | 'rxRateKbps' | 'signalDbm' | 'txRateKbps'>;

/** Share of the link rate that remains for data after preambles, gaps and acknowledgements. */
const DATA_SHARE = 0.65;
/** Share of the time that the beacons of one SSID take at the lowest rate of a band. */
const BEACON_SHARE = { low: 0.02, high: 0.003 } as const;
/** A radio and its clients cannot use the channel longer. */
const MAX_OWN_SHARE = 0.9;
/** Part of the load that a neighbour announces that is its own; it receives the rest from others. */
const NEIGHBOUR_OWN_SHARE = 0.5;
/** Signal from which a radio waits for another network (dBm). */
const CARRIER_SENSE_DBM = -82;
const NOISE_DBM = -95;
const NOISE_PERIOD_MS = 30 * MINUTE_MS;
const RETRIES_OF_BUSY = 0.3;

/** The surroundings of a device's radios: their figures, and the networks that they receive. */
export interface DeviceAir {
  /** Returns the radios with their figures of the air. A radio that is off measures nothing. */
  measure(radios: readonly RadioStat[], clients: readonly ClientTraffic[], now: number): RadioStat[];
  /** Lists the networks that the radios receive on all channels, the strongest first. */
  listNetworks(now: number): readonly ScannedNetwork[];
  /** Returns the measurements of a visit to a channel, on which the device does not send. */
  listen(place: Pick<ScannedChannel, 'band' | 'channel'>, now: number): ScannedChannel;
}

/**
 * The air around the radios of a device that is not part of a site: the traffic of its clients, and the same neighbours for every
 * device. It costs little, for load tests with thousands of devices.
 */
export class RadioAir implements DeviceAir {
  readonly #sn: string;
  readonly #radios: Capabilities['radios'];
  readonly #neighbours: readonly ScannedNetwork[];
  /** Random part of each radio's figures, with the period for which it was drawn. */
  readonly #drifts = new Map<string, { readonly period: number; readonly value: number }>();

  constructor(sn: string, radios: Capabilities['radios']) {
    this.#sn = sn;
    this.#radios = radios;
    this.#neighbours = listNeighbourNetworks(sn).filter(({ signalDbm }) => signalDbm >= CARRIER_SENSE_DBM);
  }

  listNetworks(): readonly ScannedNetwork[] {
    return listNeighbourNetworks(this.#sn);
  }

  measure(radios: readonly RadioStat[], clients: readonly ClientTraffic[], now: number): RadioStat[] {
    return radios.map((radio) => {
      const band = this.#radios.find(({ id }) => id === radio.id)?.band;
      return radio.up && band !== undefined
        ? { ...radio, ...this.#measureRadio(radio, band, clients, now) }
        : radio;
    });
  }

  listen({ band, channel }: Pick<ScannedChannel, 'band' | 'channel'>): ScannedChannel {
    const busyPercent = toPercent(this.#computeNeighbourShare(channel));
    return { band, channel, busyPercent, noiseDbm: NOISE_DBM };
  }

  #measureRadio(
    { channel, id, ssids }: RadioStat,
    band: Band,
    clients: readonly ClientTraffic[],
    now: number,
  ): AirFigures {
    const own = { sent: ssids.length * BEACON_SHARE[band === '2.4G' ? 'low' : 'high'], received: 0 };
    for (const { band: clientBand, rxRateKbps = 0, signalDbm = -60, txRateKbps = 0 } of clients) {
      if (clientBand !== band) continue;
      const rateKbps = computeLinkRateKbps(signalDbm) * DATA_SHARE;
      own.sent += txRateKbps / rateKbps;
      own.received += rxRateKbps / rateKbps;
    }
    const scale = Math.min(1, MAX_OWN_SHARE / (own.sent + own.received));
    const [sent, received] = [own.sent * scale, own.received * scale];
    // The others share what the radio and its clients leave.
    const busy = sent + received + this.#computeNeighbourShare(channel) * (1 - sent - received);
    const drift = this.#drawDrift(id, Math.floor(now / NOISE_PERIOD_MS));
    return {
      busyPercent: toPercent(busy),
      txPercent: toPercent(sent),
      rxPercent: toPercent(received),
      noiseDbm: NOISE_DBM + Math.round(2 * drift - 1),
      retryPercent: toPercent(0.01 + RETRIES_OF_BUSY * busy + 0.02 * drift),
    };
  }

  /** Returns the share of the time in which networks of neighbours keep the channel busy. */
  #computeNeighbourShare(channel: number | undefined): number {
    const idle = this.#neighbours
      .filter((network) => network.channel === channel)
      .reduce((rest, { loadPercent = 0 }) => rest * (1 - (loadPercent / 100) * NEIGHBOUR_OWN_SHARE), 1);
    return 1 - idle;
  }

  #drawDrift(radio: string, period: number): number {
    const known = this.#drifts.get(radio);
    if (known?.period === period) return known.value;
    const value = drawConstant(`${this.#sn} ${radio} ${period}`);
    this.#drifts.set(radio, { period, value });
    return value;
  }
}

/** Returns a number from 0 to 1 that is the same for the same text. */
const drawConstant = (text: string): number => Number.parseInt(hashSha256Hex(text).slice(0, 4), 16) / 0xff_ff;

const toPercent = (share: number): number => Math.round(1000 * share) / 10;
