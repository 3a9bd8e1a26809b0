import { SCREEN_MINUTES } from '@northlight/contract';
import type { Services } from '../../services.ts';
import { listPortRoles, loadProjectCharts } from '../../telemetry/index.ts';

const MINUTE = 60;
const METRICS = ['download', 'upload', 'clients'] as const;
/** Maximum number of projects whose last hour is cached. */
const MAX_CACHED = 2_000;
const PARALLEL_READS = 4;

export type Minutes = readonly (number | null)[];
export interface LastHour {
  /** Start of the first minute (s since 1970). */
  readonly from: number;
  readonly download: Minutes;
  readonly upload: Minutes;
  readonly clients: Minutes;
}

/**
 * Reads the last hour of projects per minute. The result is cached, so that each project is read once a
 * minute.
 */
export class LastHourReader {
  readonly #services: Pick<Services, 'clock' | 'db' | 'telemetry'>;
  readonly #cache = new Map<number, Promise<LastHour>>();
  #from = 0;

  constructor(services: Pick<Services, 'clock' | 'db' | 'telemetry'>) {
    this.#services = services;
  }

  async readAll(projectIds: readonly number[]): Promise<ReadonlyMap<number, LastHour>> {
    const from = this.#startOfHour();
    const found = new Map<number, LastHour>();
    for (let at = 0; at < projectIds.length; at += PARALLEL_READS)
      await Promise.all(
        projectIds
          .slice(at, at + PARALLEL_READS)
          .map(async (id) => found.set(id, await this.#readCached(id, from))),
      );
    return found;
  }

  /**
   * Returns the start of an hour that ends 1 min ago, when all devices have reported. Clears the cache when a
   * new minute starts.
   */
  #startOfHour(): number {
    const now = Math.floor(this.#services.clock.now() / 1000 / MINUTE) * MINUTE;
    const from = now - (SCREEN_MINUTES + 1) * MINUTE;
    if (from !== this.#from) this.#cache.clear();
    this.#from = from;
    return from;
  }

  #readCached(projectId: number, from: number): Promise<LastHour> {
    const cached = this.#cache.get(projectId);
    if (cached && this.#from === from) return cached;
    const reading = this.#read(projectId, from);
    if (this.#cache.size < MAX_CACHED) this.#cache.set(projectId, reading);
    // Removes a failed read from the cache, so that the next request reads again.
    reading.catch(() => this.#cache.delete(projectId));
    return reading;
  }

  async #read(projectId: number, from: number): Promise<LastHour> {
    const { clock, db, telemetry } = this.#services;
    const chartWindow = { from, to: from + SCREEN_MINUTES * MINUTE, step: MINUTE };
    const roles = () => listPortRoles(db, projectId);
    const series = await loadProjectCharts(
      telemetry.reader,
      projectId,
      METRICS,
      chartWindow,
      clock.now(),
      roles,
    );
    const getValues = (metric: string): Minutes =>
      series.find((each) => each.metric === metric)?.values ??
      Array.from({ length: SCREEN_MINUTES }, () => null);
    return {
      from,
      download: getValues('download'),
      upload: getValues('upload'),
      clients: getValues('clients'),
    };
  }
}

/** Adds values per minute; a minute without values is null. */
export function addSeriesPerMinute(all: readonly Minutes[]): (number | null)[] {
  return Array.from({ length: SCREEN_MINUTES }, (_, minute) => {
    const values = all.map((each) => each[minute] ?? null).filter((value) => value !== null);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
  });
}

const MAX_AGE_MINUTES = 3;

/** Returns the last value if it is from the last 3 min. */
export const findCurrentValue = (values: Minutes): number | undefined =>
  values.slice(-MAX_AGE_MINUTES).findLast((value) => value !== null) ?? undefined;
