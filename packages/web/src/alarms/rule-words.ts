import { ALARM_KINDS, type AlarmRule, type QuietHours } from '@northlight/contract';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** What cannot be shown as a severity of ours. */
export const ruleSeverityWord = ({ kind, severity }: AlarmRule): string | undefined =>
  kind === 'device-event' && severity === undefined ? 'As the device says' : undefined;

export function thresholdWord({ kind, threshold }: AlarmRule): string | undefined {
  const own = ALARM_KINDS[kind].threshold;
  return own && `${threshold ?? own.value} ${own.unit}`;
}

export function durationWord({ toleranceSeconds }: AlarmRule): string | undefined {
  if (toleranceSeconds === undefined) return undefined;
  if (toleranceSeconds === 0) return 'At once';
  return toleranceSeconds % 60 === 0 ? `${toleranceSeconds / 60} min` : `${toleranceSeconds} s`;
}

/** `22:00–07:00 Mon–Fri`, `12:00–13:00 Mon, Wed`. */
export function quietWord({ from, until, weekdays }: QuietHours): string {
  const days = [...weekdays].sort((a, b) => a - b);
  const [first = 1, last = 1] = [days[0], days.at(-1)];
  const inARow = days.length > 2 && last - first === days.length - 1;
  const word = (day: number): string => DAYS[day - 1] ?? '';
  const which =
    days.length === 7 ? 'every day' : inARow ? `${word(first)}–${word(last)}` : days.map(word).join(', ');
  return `${from}–${until} ${which}`;
}
