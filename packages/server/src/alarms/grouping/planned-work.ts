import type { CommandKind } from '@northlight/contract/device-protocol';
import { interruptsDevice } from '../../jobs/index.ts';
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
/**
 * Time after a configuration in which devices behind the device may still be reconnecting; the device itself
 * does not restart.
 */
const AFTER_CONFIGURING_MS = 30_000;
/**
 * Time after which a configuration that was neither confirmed nor rolled back no longer explains an alarm.
 */
export const CONFIGURING_MS = 5 * 60_000;

const isUnderWay = ({ changedAt, deadline, state }: WorkRow, now: number): boolean =>
  (state === 'sent' || state === 'running') && (deadline ?? changedAt + CONFIGURING_MS) > now;

function hasRecentlyEnded({ changedAt, kind, state }: WorkRow, now: number): boolean {
  // A rolled-back configuration has interrupted the device too. An expired command does not explain the
  // alarm, because the device failed to answer.
  const isOver = state === 'done' || state === 'partial' || (state === 'failed' && kind === 'configure');
  return isOver && changedAt + (kind === 'configure' ? AFTER_CONFIGURING_MS : AFTER_WORK_MS) > now;
}

/**
 * Returns a function that checks whether planned work on a device or its ancestors explains why the device is
 * offline. Ended work on the device itself explains no alarm, because the device was online to report the
 * end.
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
