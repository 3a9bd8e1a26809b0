import { findCapabilities } from '@northlight/contract';
import { MINUTE_MS, SeededEntropy } from '@northlight/runtime';
import type { SiteSpec } from '@northlight/simulator';
import { type AttachPoint, Crowd, type WirelessDemand } from '../../packages/simulator/src/crowd.ts';
import { computeSiteHour } from '../../packages/simulator/src/physics/daily-curve.ts';

/** Traffic at the busiest hour, as a multiple of that of the crowd: guests watch films then. */
const BUSIEST = 4;
const BUSIEST_HOUR = 20.5;
/** Hours around the busiest one in which traffic drops to 1/e, and its share at night. */
const SPREAD_HOURS = 5;
const NIGHT_SHARE = 0.1;

/**
 * The clients of a hotel with the traffic that they ask for, which follows the hour. Neither depends on the channels, so that
 * several configurations can be played with the same clients.
 */
export class HotelClients {
  readonly #spec: SiteSpec;
  readonly #crowd: Crowd;
  readonly #points: readonly AttachPoint[];
  #demands: ReadonlyMap<string, readonly WirelessDemand[]> = new Map();

  constructor(spec: SiteSpec) {
    this.#spec = spec;
    this.#crowd = new Crowd(spec, new SeededEntropy(spec.seed));
    this.#points = spec.devices.flatMap(({ model, sn }) => {
      const caps = findCapabilities(model);
      return caps?.kind === 'ap' ? caps.radios.map(({ band }) => ({ sn, band })) : [];
    });
  }

  /** Advances the clients to a time (ms). */
  step(now: number): void {
    this.#crowd.step(now, this.#points, () => true);
    const factor = computeTraffic(computeSiteHour(now, this.#spec.zoneHours));
    this.#demands = new Map(
      [...this.#crowd.demands()].map(([sn, demands]) => [
        sn,
        demands.map((demand) => ({
          ...demand,
          txRateKbps: factor * demand.txRateKbps,
          rxRateKbps: factor * demand.rxRateKbps,
        })),
      ]),
    );
  }

  /** Lists the clients of a device. */
  list(sn: string): readonly WirelessDemand[] {
    return this.#demands.get(sn) ?? [];
  }
}

function computeTraffic(hour: number): number {
  const apart = Math.abs(hour - BUSIEST_HOUR);
  const hours = Math.min(apart, 24 - apart);
  return BUSIEST * (NIGHT_SHARE + (1 - NIGHT_SHARE) * Math.exp(-((hours / SPREAD_HOURS) ** 2)));
}

/** Time between two steps of a played hotel: 3 reports in each window of a measurement. */
export const STEP_MS = 5 * MINUTE_MS;
