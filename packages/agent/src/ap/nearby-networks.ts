import { NEARBY_NETWORKS_MAX, type RadioStat, type StatMessage } from '@northlight/contract/device-protocol';
import { MINUTE_MS } from '@northlight/runtime';
import type { LinkLog } from '../link/index.ts';
import type { ScanResult } from '../radio/radio-scanner.ts';

const INTERVAL_MS = 10 * MINUTE_MS;
/** Delay after the radios start, so that a scan does not disturb the start, and after a failed scan. */
const DELAY_MS = 5 * MINUTE_MS;

export interface NearbyNetworksOptions {
  /** Scans the channels on which these radios work, and others in turns. */
  readonly scan: (radios: readonly RadioStat[]) => Promise<ScanResult>;
  readonly now: () => number;
  readonly log: Pick<LinkLog, 'warn'>;
}

type Nearby = Pick<StatMessage, 'nearbyChannels' | 'nearbyNetworks'>;

/** Receives the Wi-Fi networks on the channels of the radios, and on others in turns, every 10 min. */
export class NearbyNetworks {
  readonly #options: NearbyNetworksOptions;
  /** Time of the next scan (ms); undefined while no radio works. */
  #dueAt: number | undefined;

  constructor(options: NearbyNetworksOptions) {
    this.#options = options;
  }

  /**
   * Returns the received networks, strongest first, and the channels of the scan; undefined if no scan is due or the scan
   * has failed.
   */
  async scanIfDue(radios: readonly RadioStat[]): Promise<Nearby | undefined> {
    const { log, now, scan } = this.#options;
    const at = now();
    if (!radios.some(({ up }) => up)) this.#dueAt = undefined;
    else this.#dueAt ??= at + DELAY_MS;
    if (this.#dueAt === undefined || at < this.#dueAt) return undefined;
    this.#dueAt = at + INTERVAL_MS;
    try {
      const { channels, networks } = await scan(radios);
      const strongest = networks.toSorted((a, b) => b.signalDbm - a.signalDbm).slice(0, NEARBY_NETWORKS_MAX);
      return { nearbyNetworks: strongest, nearbyChannels: channels };
    } catch (error) {
      this.#dueAt = at + DELAY_MS;
      log.warn({ err: error }, 'the Wi-Fi networks nearby could not be received');
      return undefined;
    }
  }
}
