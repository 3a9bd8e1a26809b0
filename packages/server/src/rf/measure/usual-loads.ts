import { DAY_MS } from '@northlight/runtime';
import type { SeriesReader } from '../../services.ts';
import type { StoredSite } from '../site/stored-site.ts';
import { readMeans, WINDOW_MS, type WindowMeans } from './measurement.ts';

/** Windows with reports that a radio needs: 2 h. */
const LEAST_WINDOWS = 8;

/**
 * Returns a site whose radios have the mean load of the last 24 h. At the quiet hour, when most plans are made, the load of the
 * moment is not that of the day. Radios with too few reports keep the load of the moment.
 */
export async function withUsualLoads(reader: SeriesReader, site: StoredSite): Promise<StoredSite> {
  const to = Math.floor(site.at / WINDOW_MS) * WINDOW_MS;
  const means = await readMeans(reader, site.radios, { from: to - DAY_MS, to });
  return {
    ...site,
    radios: site.radios.map((radio, index) => {
      const load = computeUsualLoad(means[index] ?? []);
      return load === undefined ? radio : { ...radio, load };
    }),
  };
}

/** Returns the mean load of the windows with reports; undefined for too few. */
export function computeUsualLoad(windows: WindowMeans): number | undefined {
  const loads = windows.flatMap((means) => (means ? [means.load] : []));
  if (loads.length < LEAST_WINDOWS) return undefined;
  return Math.min(1, loads.reduce((sum, load) => sum + load, 0) / loads.length);
}
