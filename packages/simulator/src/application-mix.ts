import { APPLICATIONS, type Application, type ApplicationStat } from '@northlight/contract/device-protocol';
import { siteHour } from './physics/daily-curve.ts';

/** Bytes of one way that went through the WAN ports since the start. */
export interface Carried {
  readonly rxBytes: number;
  readonly txBytes: number;
}

interface Habit {
  /** Part of the traffic at its quietest and at its busiest hour, of 100. */
  readonly share: readonly [low: number, high: number];
  readonly busiestHour: number;
}

/** What people do with their network over a day; what is left is `other`. */
const HABITS: Readonly<Record<Exclude<Application, 'other'>, Habit>> = {
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

/** Part of the traffic that is of an application at an hour of the day, 0 to 1. */
function shareAt({ busiestHour, share: [low, high] }: Habit, hour: number): number {
  const wave = (1 + Math.cos(((hour - busiestHour) / 24) * 2 * Math.PI)) / 2;
  return (low + (high - low) * wave) / 100;
}

const NOTHING: Carried = { rxBytes: 0, txBytes: 0 };

/** Divides what a gateway carries among applications: counters that add up to those of its WAN ports. */
export class ApplicationMix {
  readonly #counters = new Map<Application, { rxBytes: number; txBytes: number }>(
    APPLICATIONS.map((id) => [id, { rxBytes: 0, txBytes: 0 }]),
  );
  #before = NOTHING;

  /** A start: the counters of the ports begin again, and these with them. */
  restart(): void {
    for (const counter of this.#counters.values()) Object.assign(counter, NOTHING);
    this.#before = NOTHING;
  }

  step(carried: Carried, now: number): ApplicationStat[] {
    const hour = siteHour(now, 0);
    for (const way of ['rxBytes', 'txBytes'] as const) {
      const bytes = Math.max(0, carried[way] - this.#before[way]);
      let rest = bytes;
      for (const [id, counter] of this.#counters) {
        const part = id === 'other' ? rest : Math.floor(bytes * shareAt(HABITS[id], hour));
        counter[way] += part;
        rest -= part;
      }
    }
    this.#before = carried;
    return [...this.#counters].map(([id, bytes]) => ({ id, ...bytes }));
  }
}
