import { type AlarmSeverity, KIND_LABELS, type Project, type ProjectStatus } from '@northlight/contract';
import { formatCount, formatPlural, formatTime } from '../../kit/format/index.ts';

type Outage = NonNullable<ProjectStatus['outage']>;

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 1440;

/** Formats a duration: `less than 1 min`, `4 min`, `2 h 5 min`, `3 days`. */
export function formatElapsed(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / MINUTE_MS);
  if (minutes < 1) return 'less than 1 min';
  if (minutes < HOUR_MINUTES) return `${minutes} min`;
  if (minutes >= 2 * DAY_MINUTES) return `${Math.floor(minutes / DAY_MINUTES)} days`;
  const rest = minutes % HOUR_MINUTES;
  const hours = `${Math.floor(minutes / HOUR_MINUTES)} h`;
  return rest === 0 ? hours : `${hours} ${rest} min`;
}

/** Formats a start with the time since then: `14:02 (4 min)`, on an earlier day `2026-11-20 11:00 (3 days)`. */
export function formatSince(since: string, timeZone: string, now: number): string {
  const start = formatTime(since, timeZone);
  const isToday = start.slice(0, 10) === formatTime(new Date(now).toISOString(), timeZone).slice(0, 10);
  const when = isToday ? start.slice(11, 16) : start.slice(0, 16);
  return `${when} (${formatElapsed(now - Date.parse(since))})`;
}

/** Formats a headline: `Gateway Lobby offline since 14:02 (4 min): 16 devices, 28 clients affected.` */
export function describeOutage(outage: Outage, timeZone: string, now: number): string {
  const { clients, devices, since } = outage;
  const affected = [
    ...(devices > 0 ? [formatPlural(devices, 'device')] : []),
    ...(clients > 0 ? [formatPlural(clients, 'client')] : []),
  ];
  return `${nameSubject(outage)} since ${formatSince(since, timeZone, now)}${affected.length > 0 ? `: ${affected.join(', ')} affected` : ''}.`;
}

function nameSubject({ device, kind }: Outage): string {
  if (!device) return 'Site offline';
  const label = KIND_LABELS[device.kind];
  const name = device.name.toLowerCase().startsWith(label.toLowerCase())
    ? device.name
    : `${label} ${device.name}`;
  return kind === 'uplink-down' ? `${name}: uplink down` : `${name} offline`;
}

/**
 * Formats the number of open alarms besides a shown one: ` 4 more critical alarms open.` Names all alarms when no other one
 * is critical; empty without any.
 */
export function formatOtherAlarms(
  { criticalAlarms = 0, openAlarms }: Pick<Project, 'criticalAlarms' | 'openAlarms'>,
  shown: AlarmSeverity,
): string {
  const critical = criticalAlarms - (shown === 'critical' ? 1 : 0);
  if (critical > 0) return ` ${formatPlural(critical, 'more critical alarm')} open.`;
  return openAlarms > 1 ? ` ${formatPlural(openAlarms - 1, 'more alarm')} open.` : '';
}

/** Formats the clients without an address as a headline: `60 of 74 clients have no address.` */
export const describeWithoutAddress = ({ total, withoutAddress }: ProjectStatus['clients']): string =>
  `${formatCount(withoutAddress)} of ${formatPlural(total, 'client')} ${withoutAddress === 1 ? 'has' : 'have'} no address.`;

/** Returns whether missing addresses affect more clients than the most severe outage, which is not a lost site. */
export const areAddressesWorse = ({ clients, outage }: ProjectStatus): boolean =>
  clients.withoutAddress > (outage?.clients ?? 0) && outage?.kind !== 'site-lost';
