import type { ChartEvent } from '@northlight/contract';
import type { ChartMark } from '../kit/charts/index.ts';
import { PATHS } from '../paths.ts';

const toSeconds = (iso: string): number => Date.parse(iso) / 1000;

/** Returns the address of the alarm, the version in the configuration history or the log record of an event. */
export function createEventLink({
  alarmId,
  device,
  logId,
  version,
}: ChartEvent): Pick<ChartMark, 'search' | 'to'> {
  if (alarmId !== undefined) return { to: PATHS.alarms, search: { open: alarmId } };
  if (version !== undefined) return { to: PATHS.networkHistory, search: { open: String(version) } };
  const filter = device && { filter: `Device = ${device.name.replaceAll(';', '%3B')}` };
  return { to: PATHS.log, search: { ...filter, ...(logId !== undefined && { open: logId }) } };
}

/** Returns the text of an event, with the name of its device unless the text contains it. */
export const describeEvent = ({ device, text }: ChartEvent): string =>
  device && !text.includes(device.name) ? `${device.name}: ${text}` : text;

/** Returns the mark of an event on the time axis; an open event lasts until `now` (s). */
export function toChartMark(event: ChartEvent, now: number): ChartMark {
  const { at, id, kind, open, severity, until } = event;
  const end = until === undefined ? (open ? now : undefined) : toSeconds(until);
  return {
    id,
    kind,
    severity,
    at: toSeconds(at),
    ...(end !== undefined && { until: end }),
    text: describeEvent(event),
    ...createEventLink(event),
  };
}
