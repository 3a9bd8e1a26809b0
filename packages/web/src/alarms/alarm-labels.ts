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

/** Formats the number of consequences next to a cause: `23 affected devices`. A flapping device counts its own alarms. */
export function formatAffectedCountLabel({
  behind,
  kind,
}: Pick<Alarm, 'behind' | 'kind'>): string | undefined {
  if (!behind || kind === 'device-flapping') return undefined;
  return formatPlural(behind.total, PORT_KINDS.has(kind) ? 'more port' : 'affected device');
}

/** Kinds of alarms whose consequences are the same alarms of other ports. */
const PORT_KINDS: ReadonlySet<Alarm['kind']> = new Set(['uplink-down', 'vlan-path-broken']);

/** Formats the title of the affected devices: `23 affected devices, 2 still offline`. */
export function formatAffectedStateLabel({ open, total }: Behind, kind: Alarm['kind']): string {
  if (kind === 'device-flapping') return 'Disconnections';
  const isPort = PORT_KINDS.has(kind);
  const state = open === 0 ? 'all resolved' : `${open} still ${isPort ? 'open' : 'offline'}`;
  return `${formatPlural(total, isPort ? 'more port' : 'affected device')}, ${state}`;
}

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
