import {
  type Backup,
  BACKUP_GENERAL_MAX,
  type BackupSummary,
  type BackupType,
  BACKUP_CAUSES,
  BACKUP_KINDS,
  BACKUP_PARTS,
  type BackupContents,
  type BackupPart,
  MISSING_PARTS,
  type RestoreDrill,
} from '@northlight/contract';
import { formatAge, formatCount, formatPlural, formatTime } from '../kit/format/index.ts';

/** Formats the type of a file: `General`, `Automatic: nightly`. */
export const formatKind = ({ cause, kind }: Pick<Backup, 'cause' | 'kind'>): string =>
  cause === undefined ? BACKUP_KINDS[kind] : `${BACKUP_KINDS[kind]}: ${BACKUP_CAUSES[cause].toLowerCase()}`;

const { automatic, general, 'restore-point': restorePoint } = BACKUP_KINDS;

/** Types by which the list is filtered. */
export const TYPE_LABELS: Readonly<Record<BackupType, string>> = {
  general,
  'restore-point': restorePoint,
  automatic,
  nightly: formatKind({ kind: 'automatic', cause: 'nightly' }),
  'before-change': formatKind({ kind: 'automatic', cause: 'before-change' }),
  'before-upgrade': formatKind({ kind: 'automatic', cause: 'before-upgrade' }),
};

/** Formats a time of the nights without its year and seconds: `11-23 02:00`. */
const formatNight = (at: string, timeZone: string): string => formatTime(at, timeZone).slice(5, 16);

/** Formats the nights: `Nightly: 11-23 02:00, 3 devices, 39 unchanged; next 11-24 02:00`. */
function formatNights({ last, nextAt }: NonNullable<BackupSummary['automatic']>, timeZone: string): string {
  const next = `next ${formatNight(nextAt, timeZone)}`;
  if (!last) return `Nightly: ${next}`;
  const { at, taken, unchanged } = last;
  const devices = formatPlural(taken, 'device');
  const rest = unchanged > 0 ? `, ${formatCount(unchanged)} unchanged` : '';
  return `Nightly: ${formatNight(at, timeZone)}, ${devices}${rest}; ${next}`;
}

const formatAgo = (at: string, now: number): string => {
  const age = formatAge(at, now);
  return age === 'Now' ? 'now' : `${age} ago`;
};

const DRILL_RESULTS = { identical: 'identical', different: 'with differences', failed: 'failed' } as const;

/** Formats the last drill: `Last restore drill: 3 h ago, identical`. */
function formatDrill({ last, unavailable }: RestoreDrill, now: number): string {
  if (last) return `Last restore drill: ${formatAgo(last.at, now)}, ${DRILL_RESULTS[last.result]}`;
  return unavailable === undefined
    ? 'Restore drill: after the next night'
    : `No restore drills: ${unavailable}`;
}

/** Formats the state of the backups of a project for the line of the title. */
export const formatSummary = (
  { automatic: nights, drill, general: count }: BackupSummary,
  timeZone: string,
  now: number,
): string =>
  [
    `${formatCount(count)} of ${BACKUP_GENERAL_MAX} general backups`,
    ...(nights ? [formatNights(nights, timeZone)] : []),
    ...(drill ? [formatDrill(drill, now)] : []),
  ].join(' · ');

/** Types that a user can choose. */
export const KIND_OPTIONS = (['general', 'restore-point'] as const).map((value) => ({
  value,
  label: BACKUP_KINDS[value],
}));

/** Formats a part of a file with the number of its items: `VLANs and DHCP (12)`, `Static routes (none)`. */
export const formatPart = ({ items, part }: { readonly part: BackupPart; readonly items: number }): string =>
  `${BACKUP_PARTS[part].title} (${items === 0 ? 'none' : formatCount(items)})`;

/** Formats the part of the device itself: `From the device: 12 leases, 1 local change.` */
export function formatDevicePart(device: NonNullable<BackupContents['device']>): string {
  if ('missing' in device) return `The part of the device is missing: ${MISSING_PARTS[device.missing]}.`;
  const { leases, localChanges } = device;
  return `From the device: ${formatPlural(leases, 'lease')}, ${formatPlural(localChanges, 'local change')}.`;
}

/** Signs of the states of files, by state. */
export const SYNC_SIGNS: Readonly<Record<Backup['sync'], string>> = {
  synchronized: 'ok',
  // The usual state of an older file, which needs no attention.
  unsynchronized: 'other',
  synchronizing: 'running',
  failed: 'failed',
};
