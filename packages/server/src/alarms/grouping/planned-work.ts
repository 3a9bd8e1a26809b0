import { COMMAND_TRAITS } from '@northlight/contract';
import type { CommandKind } from '@northlight/contract/device-protocol';
import { ancestorsOf, type Parents } from './site-tree.ts';

/** A row of a job that is under way, or has ended a moment ago. */
export interface WorkRow {
  readonly deviceId: string;
  readonly kind: CommandKind | 'configure';
  readonly state: string;
  readonly changedAt: number;
  readonly deadline?: number | undefined;
}

/** For so long after it has ended well, what is behind the device may still be on its way back. */
export const AFTER_WORK_MS = 2 * 60_000;
/** A configuration interrupts for a moment only. */
const AFTER_CONFIGURING_MS = 30_000;
/** A configuration that is neither confirmed nor undone after this explains nothing any more. */
export const CONFIGURING_MS = 5 * 60_000;

const takesDown = (kind: WorkRow['kind']): boolean =>
  kind === 'configure' || (COMMAND_TRAITS[kind].exclusive && COMMAND_TRAITS[kind].diagnostic !== true);

const isUnderWay = ({ changedAt, deadline, state }: WorkRow, now: number): boolean =>
  (state === 'sent' || state === 'running') && (deadline ?? changedAt + CONFIGURING_MS) > now;

function hasJustEnded({ changedAt, kind, state }: WorkRow, now: number): boolean {
  // A configuration that was undone took its time too; a command that expired is what the alarm is about.
  const over = state === 'done' || state === 'partial' || (state === 'failed' && kind === 'configure');
  return over && changedAt + (kind === 'configure' ? AFTER_CONFIGURING_MS : AFTER_WORK_MS) > now;
}

/**
 * Whether our own work on a device, or on what it hangs on, explains why it is away. Work that has ended explains nothing
 * of the device itself: it was there to say so.
 */
export function plannedFor(rows: readonly WorkRow[], parents: Parents, now: number): (id: string) => boolean {
  const devices = (explains: (row: WorkRow, now: number) => boolean): ReadonlySet<string> =>
    new Set(rows.filter((row) => takesDown(row.kind) && explains(row, now)).map(({ deviceId }) => deviceId));
  const busy = devices(isUnderWay);
  const ended = devices(hasJustEnded);
  return (id) =>
    busy.has(id) || ancestorsOf(id, parents).some((above) => busy.has(above) || ended.has(above));
}
