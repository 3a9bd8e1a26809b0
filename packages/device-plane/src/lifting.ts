import type { BirthMessage } from '@northlight/contract/device-protocol';
import { isSettled } from './configuration.ts';
import type { DeviceRecord, WorkRow } from './records.ts';

/**
 * A device may have seen revisions that the cloud knows nothing of, when an older state of the database came back. A
 * revision never denotes two contents and a device never goes back, so the desired document gets a number above all of
 * them. Undefined when the present one will do.
 */
export function liftedRevision(
  device: DeviceRecord,
  sentRev: number,
  {
    cfgRev,
    cfgHash,
    cfgSeen = { rev: cfgRev, hash: cfgHash },
  }: Pick<BirthMessage, 'cfgRev' | 'cfgHash' | 'cfgSeen'>,
): number | undefined {
  const { desired, badRev, seenRev } = device;
  if (!desired || isSettled(device)) return undefined;
  // The device runs the very document: its own number is the right one.
  if (cfgRev > desired.rev && cfgHash === desired.hash) return cfgRev;
  const means = (rev: number, hash: string): boolean => rev === desired.rev && hash !== desired.hash;
  const taken = means(cfgRev, cfgHash) || means(cfgSeen.rev, cfgSeen.hash);
  const behind = Math.max(cfgRev, cfgSeen.rev) > desired.rev;
  // A document that this device refused or undid is not sent again under another number.
  if ((!taken && !behind) || device.managed === 'local' || badRev >= desired.rev) return undefined;
  return Math.max(desired.rev, seenRev, sentRev) + 1;
}

/** The rows that wait for the desired document follow it. */
export const liftRows = (work: readonly WorkRow[], from: number | undefined, to: number): WorkRow[] =>
  work.filter((row) => row.kind === 'configure' && row.rev === from).map((row) => ({ ...row, rev: to }));

/** Rows as a step has left them. */
export function replaced(rows: readonly WorkRow[], changed: readonly WorkRow[]): WorkRow[] {
  const byId = new Map(changed.map((row) => [row.id, row] as const));
  return rows.map((row) => byId.get(row.id) ?? row);
}
