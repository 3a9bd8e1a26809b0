import {
  type Backup,
  BACKUP_CAUSES,
  BACKUP_KINDS,
  BACKUP_PARTS,
  type BackupPart,
} from '@northlight/contract';
import { formatCount } from '../kit/format/index.ts';

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

/** Signs of the states of files, by state. */
export const SYNC_SIGNS: Readonly<Record<Backup['sync'], string>> = {
  synchronized: 'ok',
  unsynchronized: 'warning',
  synchronizing: 'running',
  failed: 'failed',
};
