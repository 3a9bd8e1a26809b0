import { ALARM_KINDS, type Alarm, type AlarmDelivery, READ_STATES } from '@northlight/contract';
import { formatPlural } from '../kit/format/index.ts';

const SEVERITIES: Readonly<Record<Alarm['severity'], string>> = {
  info: 'Info',
  warning: 'Warning',
  critical: 'Critical',
};

export const formatKindLabel = ({ kind }: Pick<Alarm, 'kind'>): string => ALARM_KINDS[kind].label;
export const formatSeverityLabel = (alarm: Pick<Alarm, 'severity'>): string => SEVERITIES[alarm.severity];
export const formatReadLabel = (alarm: Pick<Alarm, 'read'>): string =>
  alarm.read === READ_STATES.read ? 'Read' : 'Unread';

type Behind = NonNullable<Alarm['behind']>;

/** Formats the number of affected devices next to a cause: `23 affected devices`. */
export const formatAffectedCountLabel = ({ total }: Behind): string => formatPlural(total, 'affected device');

/** Formats the title of the affected devices: `23 affected devices, 2 still offline`. */
export const formatAffectedStateLabel = ({ open, total }: Behind): string =>
  `${formatPlural(total, 'affected device')}, ${open === 0 ? 'all resolved' : `${open} still offline`}`;

/** Labels of delivery states, as options of the filter. */
export const DELIVERY_STATE_LABELS: Readonly<Record<AlarmDelivery['state'], string>> = {
  queued: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};

const MOMENTS: Readonly<Record<AlarmDelivery['moment'], string>> = {
  begin: 'Alarm raised',
  end: 'Alarm cleared',
  test: 'Test',
};

export const formatMomentLabel = ({ moment }: Pick<AlarmDelivery, 'moment'>): string => MOMENTS[moment];

/** Formats a delivery: `Delivered (200)`, `Waiting for attempt 3 (500)`, `Failed after 6 attempts`. */
export function formatDeliveryLabel({ attempts, state, status }: AlarmDelivery): string {
  const answer = status === undefined ? '' : ` (${status})`;
  if (state === 'delivered') return `Delivered${answer}`;
  if (state === 'failed') return `Failed after ${formatPlural(attempts, 'attempt')}${answer}`;
  return attempts === 0 ? 'Sending' : `Waiting for attempt ${attempts + 1}${answer}`;
}
