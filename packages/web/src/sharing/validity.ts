import { SHARE_HOURS, type ShareValidity } from '@northlight/contract';

/** What the field holds: hours as text, a date of one's own, or permanent. */
export interface ValidityValues {
  readonly choice: string;
  /** `YYYY-MM-DDTHH:mm` by the browser's clock. */
  readonly until: string;
}

export const FIRST_VALIDITY: ValidityValues = { choice: '24', until: '' };
const HOURS_A_DAY = 24;

const hoursWord = (hours: number): string =>
  hours < HOURS_A_DAY || hours % HOURS_A_DAY !== 0
    ? `${hours} ${hours === 1 ? 'hour' : 'hours'}`
    : `${hours / HOURS_A_DAY} ${hours === HOURS_A_DAY ? 'day' : 'days'}`;

export const VALIDITY_CHOICES = [
  ...SHARE_HOURS.map((hours) => ({ value: String(hours), label: hoursWord(hours) })),
  { value: 'until', label: 'Until a date of your choice' },
  { value: 'permanent', label: 'Permanent' },
];

/** The validity on the wire; undefined while the date is missing or past. */
export function validityOf({ choice, until }: ValidityValues, now: number): ShareValidity | undefined {
  if (choice === 'permanent') return { kind: 'permanent' };
  if (choice !== 'until') return { kind: 'hours', hours: Number(choice) };
  const at = new Date(until);
  return Number.isNaN(at.getTime()) || at.getTime() <= now
    ? undefined
    : { kind: 'until', at: at.toISOString() };
}
