import { deleteOldFlows, deleteOldSessions } from './accounts/index.ts';
import { deleteOldDeliveries, deleteOldChanges } from './alarms/index.ts';
import { CLIENT_VISITS_DAYS, TOPOLOGY_HISTORY_DAYS } from '@northlight/contract';
import { deleteOldParts } from './backups/index.ts';
import { deleteOldClients, deleteOldVisits } from './clients/index.ts';
import { deleteOldRadarFinds, deleteOldWaitingDevices } from './devices/index.ts';
import { deleteUnusedSecrets } from './network/index.ts';
import { deleteOldLogs } from './logs/index.ts';
import { deleteUnusedPictures } from './maps/index.ts';
import { deleteOldReads } from './messages/index.ts';
import { purgeDeletedProjects, purgeExpiredProjects, PROJECT_UNDO_MS } from './projects/index.ts';
import { deleteOldTopology } from './topology/index.ts';
import { deleteOldTunnels } from './tunnels/index.ts';
import { deleteOldPictures } from './video/index.ts';
import type { Db } from './platform/db/database.ts';
import { deleteOldAttempts } from './platform/db/limits.ts';
import { DAY_MS, HOUR_MS, startLoop } from '@northlight/runtime';
import { deleteProjectContents } from './project-contents.ts';
import type { Services } from './services.ts';

/** Maximum age of rows and the function that deletes older ones. */
const RULES = [
  // The longest attempt limit covers one day.
  [2 * DAY_MS, deleteOldAttempts],
  [2 * DAY_MS, deleteOldSessions],
  [HOUR_MS, deleteOldFlows],
  [HOUR_MS, deleteOldTunnels],
  [HOUR_MS, deleteOldParts],
  [7 * DAY_MS, deleteOldClients],
  [CLIENT_VISITS_DAYS * DAY_MS, deleteOldVisits],
  [30 * DAY_MS, deleteOldWaitingDevices],
  [30 * DAY_MS, deleteOldRadarFinds],
  [TOPOLOGY_HISTORY_DAYS * DAY_MS, deleteOldTopology],
  [8 * DAY_MS, deleteOldChanges],
  [30 * DAY_MS, deleteOldDeliveries],
  [60 * DAY_MS, deleteOldReads],
  [2 * DAY_MS, deleteUnusedSecrets],
  [DAY_MS, deleteUnusedPictures],
  [PROJECT_UNDO_MS, (db: Db, before: Date) => purgeDeletedProjects(db, before, deleteProjectContents)],
  [DAY_MS, (db: Db, before: Date) => purgeExpiredProjects(db, before, deleteProjectContents)],
] as const;

/** Deletes expired rows and files once an hour. */
export function startHousekeeping(
  services: Pick<Services, 'clock' | 'db' | 'log' | 'files' | 'entropy' | 'envelope'>,
): AsyncDisposable {
  const { clock, db, log, files } = services;
  const run = async (): Promise<void> => {
    // Uses one time for the whole run: a later rule must not delete rows that an earlier rule kept for their
    // age.
    const now = clock.now();
    for (const [age, forget] of RULES) await forget(db, new Date(now - age));
    await deleteOldLogs(services);
    await deleteOldPictures(db, now);
    await files.sweep(db, new Date(now - HOUR_MS));
  };
  return startLoop(clock, HOUR_MS, run, (error) => log.warn({ err: error }, 'housekeeping failed'));
}
