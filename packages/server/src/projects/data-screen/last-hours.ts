import { SCREEN_MINUTES } from '@northlight/contract';
import type { Services } from '../../services.ts';
import { portRoles, projectCharts } from '../../telemetry/index.ts';

const MINUTE = 60;
const METRICS = ['download', 'upload', 'clients'] as const;
/** Projects whose last hour is remembered. */
const MOST_KEPT = 2_000;
const AT_ONCE = 4;

export type Minutes = readonly (number | null)[];
export interface LastHour {
  /** Seconds since 1970 of the first minute. */
  readonly from: number;
  readonly download: Minutes;
  readonly upload: Minutes;
  readonly clients: Minutes;
}

/** The last hour of projects, minute by minute; read once a minute, however many screens look. */
export class LastHours {
  readonly #services: Pick<Services, 'clock' | 'db' | 'telemetry'>;
  readonly #kept = new Map<number, Promise<LastHour>>();
  #from = 0;

  constructor(services: Pick<Services, 'clock' | 'db' | 'telemetry'>) {
    this.#services = services;
  }

  async of(projectIds: readonly number[]): Promise<ReadonlyMap<number, LastHour>> {
    const from = this.#begin();
    const found = new Map<number, LastHour>();
    for (let at = 0; at < projectIds.length; at += AT_ONCE)
      await Promise.all(
        projectIds.slice(at, at + AT_ONCE).map(async (id) => found.set(id, await this.#one(id, from))),
      );
    return found;
  }

  /** A minute is whole when the one after it has passed: by then every device has told what it carried. */
  #begin(): number {
    const now = Math.floor(this.#services.clock.now() / 1000 / MINUTE) * MINUTE;
    const from = now - (SCREEN_MINUTES + 1) * MINUTE;
    if (from !== this.#from) this.#kept.clear();
    this.#from = from;
    return from;
  }

  #one(projectId: number, from: number): Promise<LastHour> {
    const kept = this.#kept.get(projectId);
    if (kept && this.#from === from) return kept;
    const reading = this.#read(projectId, from);
    if (this.#kept.size < MOST_KEPT) this.#kept.set(projectId, reading);
    // What failed is asked for again.
    reading.catch(() => this.#kept.delete(projectId));
    return reading;
  }

  async #read(projectId: number, from: number): Promise<LastHour> {
    const { clock, db, telemetry } = this.#services;
    const stretch = { from, to: from + SCREEN_MINUTES * MINUTE, step: MINUTE };
    const roles = () => portRoles(db, projectId);
    const series = await projectCharts(telemetry.reader, projectId, METRICS, stretch, clock.now(), roles);
    const valuesOf = (metric: string): Minutes =>
      series.find((each) => each.metric === metric)?.values ??
      Array.from({ length: SCREEN_MINUTES }, () => null);
    return { from, download: valuesOf('download'), upload: valuesOf('upload'), clients: valuesOf('clients') };
  }
}

/** Minute by minute of all together; null where nobody told anything. */
export function addMinutes(all: readonly Minutes[]): (number | null)[] {
  return Array.from({ length: SCREEN_MINUTES }, (_, minute) => {
    const told = all.map((values) => values[minute] ?? null).filter((value) => value !== null);
    return told.length === 0 ? null : told.reduce((sum, value) => sum + value, 0);
  });
}

/** Figures older than this are not what is so now. */
const PRESENT_MINUTES = 3;

/** What was told last, if it is of the last minutes. */
export const presentOf = (values: Minutes): number | undefined =>
  values.slice(-PRESENT_MINUTES).findLast((value) => value !== null) ?? undefined;
