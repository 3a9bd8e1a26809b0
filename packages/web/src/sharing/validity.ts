import { SHARE_HOURS, type ShareValidity } from '@northlight/contract';

/**
 * Form values of a validity. The choice is a number of hours as text, `until` with a date, or `permanent`.
 */
export interface ValidityValues {
  readonly choice: string;
  /** End of the validity as `YYYY-MM-DDTHH:mm`, in the browser's time zone. */
  readonly until: string;
}

export const DEFAULT_VALIDITY: ValidityValues = { choice: '24', until: '' };
const HOURS_A_DAY = 24;

const formatHours = (hours: number): string =>
  hours < HOURS_A_DAY || hours % HOURS_A_DAY !== 0
    ? `${hours} h`
    : `${hours / HOURS_A_DAY} ${hours === HOURS_A_DAY ? 'day' : 'days'}`;

export const VALIDITY_CHOICES = [
  ...SHARE_HOURS.map((hours) => ({ value: String(hours), label: formatHours(hours) })),
  { value: 'until', label: 'Until a date' },
  { value: 'permanent', label: 'Permanent' },
];

/** Converts form values to the API's validity; undefined if the date is missing or past. */
export function parseValidity({ choice, until }: ValidityValues, now: number): ShareValidity | undefined {
  if (choice === 'permanent') return { kind: 'permanent' };
  if (choice !== 'until') return { kind: 'hours', hours: Number(choice) };
  const at = new Date(until);
  return Number.isNaN(at.getTime()) || at.getTime() <= now
    ? undefined
    : { kind: 'until', at: at.toISOString() };
}
