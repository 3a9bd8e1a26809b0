import type { BirthMessage } from '@northlight/contract/device-protocol';
import { isApplied } from './configuration.ts';
import type { DeviceRecord, WorkRow } from './records.ts';

/**
 * Returns a higher revision number for the desired document; undefined if the number can stay. After a
 * restore of the database, a device may know later revisions than the cloud. A revision never has two
 * contents, and a device never returns to an earlier one, so the new number is above all numbers that the
 * device knows.
 */
export function raiseRevision(
  device: DeviceRecord,
  sentRev: number,
  {
    cfgRev,
    cfgHash,
    cfgSeen = { rev: cfgRev, hash: cfgHash },
  }: Pick<BirthMessage, 'cfgRev' | 'cfgHash' | 'cfgSeen'>,
): number | undefined {
  const { desired, badRev, seenRev } = device;
  if (!desired || isApplied(device)) return undefined;
  // Adopts the later number under which the device runs the desired document.
  if (cfgRev > desired.rev && cfgHash === desired.hash) return cfgRev;
  const conflicts = (rev: number, hash: string): boolean => rev === desired.rev && hash !== desired.hash;
  const taken = conflicts(cfgRev, cfgHash) || conflicts(cfgSeen.rev, cfgSeen.hash);
  const behind = Math.max(cfgRev, cfgSeen.rev) > desired.rev;
  // A document that the device has rejected or rolled back is not sent again under another number.
  if ((!taken && !behind) || device.managed === 'local' || badRev >= desired.rev) return undefined;
  return Math.max(desired.rev, seenRev, sentRev) + 1;
}

/** Returns the open rows of the desired document with its new number. */
export const raiseRows = (work: readonly WorkRow[], from: number | undefined, to: number): WorkRow[] =>
  work.filter((row) => row.kind === 'configure' && row.rev === from).map((row) => ({ ...row, rev: to }));

export function replaceRows(rows: readonly WorkRow[], changed: readonly WorkRow[]): WorkRow[] {
  const byId = new Map(changed.map((row) => [row.id, row] as const));
  return rows.map((row) => byId.get(row.id) ?? row);
}
