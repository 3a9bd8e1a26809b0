import { COMMAND_TRAITS } from '../devices/index.ts';
import type { CommandKind } from '../device-protocol/commands.ts';
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
/** A configuration that is neither confirmed nor undone after this explains nothing any more. */
export const CONFIGURING_MS = 5 * 60_000;

const takesDown = (kind: WorkRow['kind']): boolean =>
  kind === 'configure' || (COMMAND_TRAITS[kind].exclusive && COMMAND_TRAITS[kind].diagnostic !== true);

function isExplaining(row: WorkRow, now: number): boolean {
  if (!takesDown(row.kind)) return false;
  const { changedAt, deadline, kind, state } = row;
  if (state === 'sent' || state === 'running') return (deadline ?? changedAt + CONFIGURING_MS) > now;
  // A configuration that was undone took its time too; a command that expired is what the alarm is about.
  const over = state === 'done' || state === 'partial' || (state === 'failed' && kind === 'configure');
  return over && changedAt + AFTER_WORK_MS > now;
}

/** Whether our own work on a device, or on what it hangs on, explains why it is away. */
export function plannedFor(rows: readonly WorkRow[], parents: Parents, now: number): (id: string) => boolean {
  const busy = new Set(rows.filter((row) => isExplaining(row, now)).map(({ deviceId }) => deviceId));
  return (id) => busy.has(id) || ancestorsOf(id, parents).some((above) => busy.has(above));
}
