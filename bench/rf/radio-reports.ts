import type { SiteDevice } from '../../packages/server/src/testing/rf-parts.ts';
import type { SeriesReader } from '../../packages/server/src/services.ts';

type Series = Awaited<ReturnType<SeriesReader['reports']>>;
type Columns = Map<string, number[]>;

const PARTS = { busy: 'busyPercent', sent: 'txPercent', received: 'rxPercent' } as const;

/** Reports of radios in memory, under the names of the stored series. All devices report at the same times. */
export class RadioReports implements SeriesReader {
  /** Seconds since 1970. */
  readonly #times: number[] = [];
  readonly #devices = new Map<string, Columns>();

  add(devices: readonly Pick<SiteDevice, 'id' | 'radios'>[], now: number): void {
    this.#times.push(now / 1000);
    for (const { id, radios } of devices) {
      const columns = this.#devices.get(id) ?? new Map<string, number[]>();
      this.#devices.set(id, columns);
      for (const radio of radios)
        for (const [part, figure] of Object.entries(PARTS)) {
          const name = `${radio.id}/${part}`;
          const values = columns.get(name) ?? [];
          columns.set(name, values);
          values.push(radio[figure] ?? Number.NaN);
        }
    }
  }

  async reports(...[ids, , { from, to }, isWanted]: Parameters<SeriesReader['reports']>): Promise<Series> {
    const [first, end] = [this.#findIndex(from), this.#findIndex(to)];
    const times = Float64Array.from(this.#times.slice(first, end));
    return new Map(
      ids.map((id) => {
        const wanted = [...(this.#devices.get(id) ?? [])].filter(([name]) => isWanted(name));
        const columns = wanted.map(
          ([name, values]) => [name, Float64Array.from(values.slice(first, end))] as const,
        );
        return [id, { times, columns: new Map(columns) }];
      }),
    );
  }

  /** The past of a played hotel has no hourly figures. */
  hours(...series: Parameters<SeriesReader['hours']>): Promise<Series> {
    return this.reports(...series);
  }

  unpacked(): Promise<Series> {
    return Promise.resolve(new Map());
  }

  #findIndex(seconds: number): number {
    const index = this.#times.findIndex((time) => time >= seconds);
    return index < 0 ? this.#times.length : index;
  }
}
