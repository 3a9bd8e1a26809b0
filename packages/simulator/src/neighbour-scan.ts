import { listCountryChannels } from '@northlight/contract';
import {
  type Band,
  type Capabilities,
  NEARBY_NETWORKS_MAX,
  type RadioStat,
  type ScannedChannel,
  type StatMessage,
} from '@northlight/contract/device-protocol';
import { MINUTE_MS } from '@northlight/runtime';
import type { DeviceAir } from './radio-air.ts';

const SCAN_INTERVAL_MS = 10 * MINUTE_MS;

export interface NeighbourScanOptions {
  readonly radios: Capabilities['radios'];
  readonly air: Pick<DeviceAir, 'listen' | 'listNetworks'>;
}

/** Scans every 10 min the channels of a device's radios, and each time one more channel of each. */
export class NeighbourScan {
  readonly #options: NeighbourScanOptions;
  /** Number of the channel besides its own on which each radio listened last. */
  readonly #lastVisited = new Map<string, number>();
  #scannedAt = Number.NEGATIVE_INFINITY;

  constructor(options: NeighbourScanOptions) {
    this.#options = options;
  }

  /** Returns the received networks and the channels if a scan is due, otherwise an empty object. */
  report(
    radios: readonly RadioStat[],
    now: number,
    country: string | undefined,
  ): Pick<StatMessage, 'nearbyChannels' | 'nearbyNetworks'> {
    if (now - this.#scannedAt < SCAN_INTERVAL_MS || !radios.some(({ up }) => up)) return {};
    this.#scannedAt = now;
    const { air, radios: capabilities } = this.#options;
    const places = capabilities.flatMap(({ band, id }) => {
      const own = radios.find((radio) => radio.id === id)?.channel;
      return own === undefined ? [] : this.#selectChannels(id, own, band, country);
    });
    const listened = new Map(places.map((place) => [`${place.band} ${place.channel}`, place]));
    const received = air.listNetworks(now).filter(({ band, channel }) => listened.has(`${band} ${channel}`));
    return {
      nearbyNetworks: received.slice(0, NEARBY_NETWORKS_MAX),
      nearbyChannels: [...listened.values()].map((place) => air.listen(place, now)),
    };
  }

  /** Returns the channel of a radio and the next one of its country's others. */
  #selectChannels(
    radio: string,
    own: number,
    band: Band,
    country: string | undefined,
  ): Pick<ScannedChannel, 'band' | 'channel'>[] {
    const others = listCountryChannels(band, country).filter((channel) => channel !== own);
    const last = this.#lastVisited.get(radio) ?? 0;
    const next = others.find((channel) => channel > last) ?? others[0];
    if (next !== undefined) this.#lastVisited.set(radio, next);
    return [own, ...(next === undefined ? [] : [next])].map((channel) => ({
      band: band === '2.4G' ? '2.4G' : '5G',
      channel,
    }));
  }
}
