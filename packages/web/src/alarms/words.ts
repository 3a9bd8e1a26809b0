import { ALARM_KINDS, type Alarm, type AlarmDelivery, READ_STATES } from '@northlight/contract';

const SEVERITIES: Readonly<Record<Alarm['severity'], string>> = {
  info: 'Info',
  warning: 'Warning',
  critical: 'Critical',
};

export const kindWord = ({ kind }: Pick<Alarm, 'kind'>): string => ALARM_KINDS[kind].label;
export const severityWord = (alarm: Pick<Alarm, 'severity'>): string => SEVERITIES[alarm.severity];
export const readWord = (alarm: Pick<Alarm, 'read'>): string =>
  alarm.read === READ_STATES.read ? 'Read' : 'Unread';

type Behind = NonNullable<Alarm['behind']>;

/** Beside a cause in the list: `and 23 behind it`. */
export const moreWord = ({ total }: Behind): string => `and ${total} behind it`;

/** Above what is behind a cause. */
export const behindWord = ({ open, total }: Behind): string =>
  open === 0 ? `${total} behind it, all over` : `${total} behind it, ${open} still open`;

/** `Arrived (200)`, `Waits for attempt 3 (500)`, `Given up after 6 attempts`. */
export function deliveryWord({ attempts, state, status }: AlarmDelivery): string {
  const answer = status === undefined ? '' : ` (${status})`;
  if (state === 'delivered') return `Arrived${answer}`;
  if (state === 'failed')
    return `Given up after ${attempts === 1 ? 'one attempt' : `${attempts} attempts`}${answer}`;
  return attempts === 0 ? 'On its way' : `Waits for attempt ${attempts + 1}${answer}`;
}
