import { ALARM_KINDS, type AlarmRule, formatThreshold, type QuietHours } from '@northlight/contract';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Returns the text for a severity that the device reports; undefined if the rule sets the severity. */
export const formatRuleSeverityLabel = ({ kind, severity }: AlarmRule): string | undefined =>
  kind === 'device-event' && severity === undefined ? 'Reported by the device' : undefined;

/** Formats a threshold: `95%`; a low threshold as `−75 dBm or less`, with a minus sign as everywhere on the pages. */
export function formatThresholdLabel({ kind, threshold }: AlarmRule): string | undefined {
  const own = ALARM_KINDS[kind].threshold;
  if (!own) return undefined;
  const text = formatThreshold(threshold ?? own.value, own.unit).replace('-', '−');
  return own.isLow ? `${text} or less` : text;
}

export function formatDelayLabel({ toleranceSeconds }: AlarmRule): string | undefined {
  if (toleranceSeconds === undefined) return undefined;
  if (toleranceSeconds === 0) return 'None';
  return toleranceSeconds % 60 === 0 ? `${toleranceSeconds / 60} min` : `${toleranceSeconds} s`;
}

/** Formats quiet hours: `22:00–07:00 Mon–Fri`, `12:00–13:00 Mon, Wed`. */
export function formatQuietHoursLabel({ from, until, weekdays }: QuietHours): string {
  const days = [...weekdays].sort((a, b) => a - b);
  const [first = 1, last = 1] = [days[0], days.at(-1)];
  const inARow = days.length > 2 && last - first === days.length - 1;
  const dayName = (day: number): string => DAYS[day - 1] ?? '';
  const dayText =
    days.length === 7
      ? 'every day'
      : inARow
        ? `${dayName(first)}–${dayName(last)}`
        : days.map(dayName).join(', ');
  return `${from}–${until} ${dayText}`;
}
