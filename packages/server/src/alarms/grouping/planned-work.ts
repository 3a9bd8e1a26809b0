import { COMMAND_TRAITS } from '@northlight/contract';
import type { CommandKind } from '@northlight/contract/device-protocol';
import { listAncestors, type Parents } from './site-tree.ts';

/** A job row that is in progress or ended within the last 10 min. */
export interface WorkRow {
  readonly deviceId: string;
  readonly kind: CommandKind | 'configure';
  readonly state: string;
  readonly changedAt: number;
  readonly deadline?: number | undefined;
}

/** Time after successful work in which devices behind the device may still be reconnecting. */
export const AFTER_WORK_MS = 2 * 60_000;
/** The same for a configuration, which does not restart the device. */
const AFTER_CONFIGURING_MS = 30_000;
/** A configuration neither confirmed nor rolled back after this time no longer explains an alarm. */
export const CONFIGURING_MS = 5 * 60_000;

const interruptsDevice = (kind: WorkRow['kind']): boolean =>
  kind === 'configure' || (COMMAND_TRAITS[kind].exclusive && COMMAND_TRAITS[kind].diagnostic !== true);

const isUnderWay = ({ changedAt, deadline, state }: WorkRow, now: number): boolean =>
  (state === 'sent' || state === 'running') && (deadline ?? changedAt + CONFIGURING_MS) > now;

function hasRecentlyEnded({ changedAt, kind, state }: WorkRow, now: number): boolean {
  // A rolled back configuration interrupted the device too; an expired command is the problem itself.
  const isOver = state === 'done' || state === 'partial' || (state === 'failed' && kind === 'configure');
  return isOver && changedAt + (kind === 'configure' ? AFTER_CONFIGURING_MS : AFTER_WORK_MS) > now;
}

/**
 * Returns a function that checks whether planned work on a device or its ancestors explains that it is offline. Ended work
 * on the device itself explains nothing: the device was online to report the end.
 */
export function createPlannedOutageCheck(
  rows: readonly WorkRow[],
  parents: Parents,
  now: number,
): (id: string) => boolean {
  const devicesWith = (explains: (row: WorkRow, now: number) => boolean): ReadonlySet<string> =>
    new Set(
      rows.filter((row) => interruptsDevice(row.kind) && explains(row, now)).map(({ deviceId }) => deviceId),
    );
  const busy = devicesWith(isUnderWay);
  const ended = devicesWith(hasRecentlyEnded);
  return (id) =>
    busy.has(id) || listAncestors(id, parents).some((above) => busy.has(above) || ended.has(above));
}
