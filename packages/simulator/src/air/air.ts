import type { AirRadio, ForeignNetwork, RadarSource } from './air-site.ts';
import { AirMoment } from './air-moment.ts';
import { computeDuty, isPresent } from './foreign-activity.ts';
import { detectRadar, type RadarDetection } from './radar.ts';
import { type AirWall, groupWalls, type WallsByFloor } from './wall-loss.ts';

export interface AirOptions {
  readonly foreignNetworks: readonly ForeignNetwork[];
  readonly radars?: readonly RadarSource[];
  /** Walls of the floors with a plan; other floors have the walls of a usual office. */
  readonly walls?: readonly AirWall[];
  /** Offset of the site's local time from UTC in hours. */
  readonly zoneHours: number;
}

/**
 * The simulated air of a site: a physical model of Wi-Fi airtime. It shares neither code nor formulas with the planner
 * (`packages/rf`), so that a comparison of predicted and measured figures means something. Results depend on the arguments only.
 */
export class Air {
  readonly #options: AirOptions;
  readonly #walls: WallsByFloor;

  constructor(options: AirOptions) {
    this.#options = options;
    this.#walls = groupWalls(options.walls ?? []);
  }

  /** Computes the figures of all radios of the site at a moment (ms since 1970). */
  observe(radios: readonly AirRadio[], now: number): AirMoment {
    const { foreignNetworks, zoneHours } = this.#options;
    const present = foreignNetworks
      .filter((network) => isPresent(network, now, zoneHours))
      .map((network) => ({ network, duty: computeDuty(network, now, zoneHours) }));
    return new AirMoment(radios, present, this.#walls);
  }

  /** Lists the detections of radar after `from` and until `to` (ms since 1970). */
  detectRadar(radios: readonly AirRadio[], from: number, to: number): RadarDetection[] {
    return detectRadar(radios, this.#options.radars ?? [], from, to);
  }
}
