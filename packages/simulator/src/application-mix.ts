import { APPLICATIONS, type Application, type ApplicationStat } from '@northlight/contract/device-protocol';
import { computeSiteHour } from './physics/daily-curve.ts';

/** Bytes through the WAN ports since the start, one number per direction. */
export interface WanTraffic {
  readonly rxBytes: number;
  readonly txBytes: number;
}

interface UsageProfile {
  /** Share of the traffic at the quietest and the busiest hour (%). */
  readonly share: readonly [low: number, high: number];
  readonly busiestHour: number;
}

/** Use of each application over a day. `other` is the remaining traffic. */
const USAGE_PROFILES: Readonly<Record<Exclude<Application, 'other'>, UsageProfile>> = {
  web: { share: [22, 34], busiestHour: 11 },
  quic: { share: [20, 30], busiestHour: 21 },
  dns: { share: [0.3, 0.5], busiestHour: 12 },
  mail: { share: [0.5, 3], busiestHour: 9 },
  remote: { share: [0.2, 1.5], busiestHour: 10 },
  vpn: { share: [1, 8], busiestHour: 11 },
  voice: { share: [1, 7], busiestHour: 15 },
  streaming: { share: [2, 9], busiestHour: 21 },
  files: { share: [1, 4], busiestHour: 2 },
  messaging: { share: [0.5, 1.5], busiestHour: 19 },
  time: { share: [0.02, 0.03], busiestHour: 0 },
};

/** Returns the share of an application in the traffic at an hour of the day, 0 to 1. */
function computeShareAt({ busiestHour, share: [low, high] }: UsageProfile, hour: number): number {
  const wave = (1 + Math.cos(((hour - busiestHour) / 24) * 2 * Math.PI)) / 2;
  return (low + (high - low) * wave) / 100;
}

const NOTHING: WanTraffic = { rxBytes: 0, txBytes: 0 };

/**
 * Divides the WAN traffic of a gateway among applications, whose counters add up to those of the WAN ports.
 */
export class ApplicationMix {
  readonly #counters = new Map<Application, { rxBytes: number; txBytes: number }>(
    APPLICATIONS.map((id) => [id, { rxBytes: 0, txBytes: 0 }]),
  );
  #before = NOTHING;

  /** Resets the counters at a start, together with those of the ports. */
  restart(): void {
    for (const counter of this.#counters.values()) Object.assign(counter, NOTHING);
    this.#before = NOTHING;
  }

  step(wanTraffic: WanTraffic, now: number): ApplicationStat[] {
    const hour = computeSiteHour(now, 0);
    for (const direction of ['rxBytes', 'txBytes'] as const) {
      const bytes = Math.max(0, wanTraffic[direction] - this.#before[direction]);
      let rest = bytes;
      for (const [id, counter] of this.#counters) {
        const part = id === 'other' ? rest : Math.floor(bytes * computeShareAt(USAGE_PROFILES[id], hour));
        counter[direction] += part;
        rest -= part;
      }
    }
    this.#before = wanTraffic;
    return [...this.#counters].map(([id, bytes]) => ({ id, ...bytes }));
  }
}
