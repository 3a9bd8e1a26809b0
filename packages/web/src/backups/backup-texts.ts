import {
  type Backup,
  BACKUP_CAUSES,
  BACKUP_KINDS,
  BACKUP_PARTS,
  type BackupContents,
  type BackupPart,
  MISSING_PARTS,
} from '@northlight/contract';
import { formatCount, formatPlural } from '../kit/format/index.ts';

/** Formats the type of a file: `General`, `Automatic: nightly`. */
export const formatKind = ({ cause, kind }: Pick<Backup, 'cause' | 'kind'>): string =>
  cause === undefined ? BACKUP_KINDS[kind] : `${BACKUP_KINDS[kind]}: ${BACKUP_CAUSES[cause].toLowerCase()}`;

/** Types that a user can choose. */
export const KIND_OPTIONS = (['general', 'restore-point'] as const).map((value) => ({
  value,
  label: BACKUP_KINDS[value],
}));

/** Formats a part of a file with the number of its items: `VLANs and DHCP (12)`. */
export const formatPart = ({ items, part }: { readonly part: BackupPart; readonly items: number }): string =>
  `${BACKUP_PARTS[part].title} (${formatCount(items)})`;

/** Formats the part of the device itself: `From the device: 12 leases, 1 local change.` */
export function formatDevicePart(device: NonNullable<BackupContents['device']>): string {
  if ('missing' in device) return `The part of the device is missing: ${MISSING_PARTS[device.missing]}.`;
  const { leases, localChanges } = device;
  return `From the device: ${formatPlural(leases, 'lease')}, ${formatPlural(localChanges, 'local change')}.`;
}

/** Signs of the states of files, by state. */
export const SYNC_SIGNS: Readonly<Record<Backup['sync'], string>> = {
  synchronized: 'ok',
  unsynchronized: 'warning',
  synchronizing: 'running',
  failed: 'failed',
};
