import type { RadarFind } from '@northlight/contract/device-protocol';

/** Time for which radios report radar (ms). */
const REPORTED_MS = 1_800_000;

interface RememberedFind {
  readonly radio: string;
  readonly channels: readonly number[];
  /** Time at which the radar was found (ms). */
  readonly at: number;
}

/** Radar that the radios of a device found in the last 30 min. */
export class RadarMemory {
  #finds: readonly RememberedFind[] = [];

  add(radio: string, channels: readonly number[], at: number): void {
    this.#finds = [...this.#finds.filter((find) => at - find.at < REPORTED_MS), { radio, channels, at }];
  }

  /** Lists the finds of a radio in the form of a report. */
  list(radio: string, now: number): RadarFind[] {
    return this.#finds
      .filter((find) => find.radio === radio && now - find.at < REPORTED_MS)
      .map(({ at, channels }) => ({ channels: [...channels], ageSeconds: Math.round((now - at) / 1000) }));
  }
}
