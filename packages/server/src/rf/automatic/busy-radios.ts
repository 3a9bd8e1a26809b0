import { MINUTE_MS } from '@northlight/runtime';
import type { SeriesReader } from '../../services.ts';
import type { SiteDevice } from '../site/site-devices.ts';
import type { BusyRadio } from './find-cause.ts';

/** Share of the time in which a channel is busy, from which it counts (%). */
const BUSY_PERCENT = 70;
const BUSY_MS = 15 * MINUTE_MS;
/** Reports of this time that a radio must have; it sends one a minute. */
const REPORTS_MIN = 10;

/**
 * Lists the radios whose channel is busy in all reports of the last 15 min. Radios that were so before the last run are left
 * out, because that run has planned with it.
 *
 * @param lastRunAt start of a run that counts (ms); undefined without one
 */
export async function listBusyRadios(
  reader: SeriesReader,
  devices: readonly SiteDevice[],
  { lastRunAt, now }: { readonly lastRunAt: number | undefined; readonly now: number },
): Promise<BusyRadio[]> {
  // The last report decides first, so that few series are read.
  const candidates = devices.flatMap(({ id: deviceId, isBroadcasting, isOnline, name: deviceName, radios }) =>
    radios.flatMap(({ busyPercent = 0, channel, id, up }) =>
      isOnline && isBroadcasting && up && channel !== undefined && busyPercent >= BUSY_PERCENT
        ? [{ deviceId, deviceName, id, channel }]
        : [],
    ),
  );
  const found: BusyRadio[] = [];
  for (const { id, ...radio } of candidates) {
    const percent = await readLeastBusy(reader, radio.deviceId, id, now);
    if (percent < BUSY_PERCENT) continue;
    const before = lastRunAt === undefined ? 0 : await readLeastBusy(reader, radio.deviceId, id, lastRunAt);
    if (before < BUSY_PERCENT) found.push({ ...radio, percent });
  }
  return found;
}

/** Returns the lowest busy share of the reports of 15 min before a time (%); 0 with too few of them. */
async function readLeastBusy(
  reader: SeriesReader,
  deviceId: string,
  radioId: string,
  to: number,
): Promise<number> {
  const [from, end] = [(to - BUSY_MS) / 1000, to / 1000];
  const name = `${radioId}/busy`;
  const window = { from: Math.floor(from), to: Math.ceil(end), step: MINUTE_MS / 1000 };
  const block = (await reader.reports([deviceId], 'radio', window, (column) => column === name)).get(
    deviceId,
  );
  const values = block?.columns.get(name);
  if (!block || !values) return 0;
  const shares = [...values].filter((share, row) => {
    const time = block.times[row] ?? 0;
    return time > from && time <= end && !Number.isNaN(share);
  });
  return shares.length < REPORTS_MIN ? 0 : Math.min(...shares);
}
