import type { RfRadioKey } from '@northlight/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import type { SeriesReader } from '../../services.ts';
import { createTimeGrid, foldGauge } from '../../telemetry/index.ts';
import { formatRadioId } from '../radio-id.ts';
import { compareLoss, computeSiteLoss, type RadioMeans, type SiteLoss } from './site-loss.ts';
import type { MeasuredRadio, StoredMeasurement } from '../tables.ts';

export const WINDOW_MS = 15 * MINUTE_MS;
/** Delay after a window, in which late reports arrive. */
const REPORT_DELAY_MS = 2 * MINUTE_MS;
const HISTORY_MS = 7 * DAY_MS;
const HOURS = 24;

/** Returns the next time at which the reports of a window have arrived. */
export const findNextMeasurement = (now: number): Date =>
  new Date(findLastWindow(now) + 2 * WINDOW_MS + REPORT_DELAY_MS);

/** Returns the start of the last window whose reports have arrived (ms). */
export const findLastWindow = (now: number): number =>
  Math.floor((now - REPORT_DELAY_MS) / WINDOW_MS) * WINDOW_MS - WINDOW_MS;

/** Reads the history of a site before a plan, whose windows are measured from `from` on (ms). */
export async function readHistory(
  reader: SeriesReader,
  radios: readonly RfRadioKey[],
  { appliedAt, from }: { readonly appliedAt: number; readonly from: number },
): Promise<StoredMeasurement> {
  const to = Math.floor(appliedAt / WINDOW_MS) * WINDOW_MS;
  const means = await readMeans(reader, radios, { from: to - HISTORY_MS, to });
  return {
    history: listLosses(means, to - HISTORY_MS),
    windows: [],
    next: from,
    radios: radios.map((radio, index) => ({
      deviceId: radio.deviceId,
      radioId: radio.radioId,
      hours: averageByHour(means[index] ?? [], to - HISTORY_MS),
      before: 0,
      after: 0,
      windows: 0,
    })),
  };
}

/** Adds the windows up to the one that starts at `last` (ms) to a measurement. */
export async function extendMeasurement(
  reader: SeriesReader,
  measurement: StoredMeasurement,
  last: number,
): Promise<StoredMeasurement> {
  const { history, next: from, radios, windows } = measurement;
  if (last < from) return measurement;
  const next = last + WINDOW_MS;
  const means = await readMeans(reader, radios, { from, to: next });
  const fresh = listLosses(means, from).map((loss) => compareLoss(loss, history));
  return {
    history,
    windows: [...windows, ...fresh],
    next,
    radios: radios.map((radio, index) => addWindows(radio, means[index] ?? [], from)),
  };
}

export type WindowMeans = readonly (RadioMeans | undefined)[];

/** Reads the means of radios in windows of 15 min, device by device, so that requests are answered in between. */
export async function readMeans(
  reader: SeriesReader,
  radios: readonly RfRadioKey[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<WindowMeans[]> {
  const window = { from: from / 1000, to: to / 1000, step: WINDOW_MS / 1000 };
  const grid = createTimeGrid(window);
  const found = new Map<string, WindowMeans>();
  for (const [deviceId, own] of Map.groupBy(radios, (radio) => radio.deviceId)) {
    const columns = new Set(
      own.flatMap(({ radioId }) => ['busy', 'sent', 'received'].map((part) => `${radioId}/${part}`)),
    );
    const block = (await reader.reports([deviceId], 'radio', window, (column) => columns.has(column))).get(
      deviceId,
    );
    for (const { radioId } of own) {
      const [busy, sent, received] = ['busy', 'sent', 'received'].map((part) => {
        const values = block?.columns.get(`${radioId}/${part}`);
        return block && values ? foldGauge(block.times, values, grid).values : undefined;
      });
      found.set(
        formatRadioId({ deviceId, radioId }),
        Array.from({ length: grid.count }, (_, index) =>
          toMeans(busy?.[index], sent?.[index], received?.[index]),
        ),
      );
    }
  }
  return radios.map((radio) => found.get(formatRadioId(radio)) ?? []);
}

function toMeans(busy = Number.NaN, sent = Number.NaN, received = Number.NaN): RadioMeans | undefined {
  const load = (sent + received) / 100;
  return Number.isFinite(busy) && Number.isFinite(load)
    ? { load, others: Math.max(0, busy / 100 - load) }
    : undefined;
}

function listLosses(means: readonly WindowMeans[], from: number): SiteLoss[] {
  const count = Math.max(0, ...means.map((windows) => windows.length));
  return Array.from({ length: count }, (_, index) =>
    computeSiteLoss(
      from + index * WINDOW_MS,
      means.flatMap((windows) => windows[index] ?? []),
    ),
  ).filter((loss) => loss !== undefined);
}

const getHour = (at: number): number => Math.floor((at % DAY_MS) / HOUR_MS);

function averageByHour(windows: WindowMeans, from: number): (number | null)[] {
  const sums = Array.from({ length: HOURS }, () => ({ sum: 0, count: 0 }));
  for (const [index, means] of windows.entries()) {
    const hour = sums[getHour(from + index * WINDOW_MS)];
    if (!means || !hour) continue;
    hour.sum += means.others;
    hour.count += 1;
  }
  return sums.map(({ count, sum }) => (count > 0 ? sum / count : null));
}

function addWindows(radio: MeasuredRadio, windows: WindowMeans, from: number): MeasuredRadio {
  let { after, before, windows: count } = radio;
  for (const [index, means] of windows.entries()) {
    const usual = radio.hours[getHour(from + index * WINDOW_MS)] ?? null;
    if (!means || usual === null) continue;
    before += usual;
    after += means.others;
    count += 1;
  }
  return { ...radio, before, after, windows: count };
}
