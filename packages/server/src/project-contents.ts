import { deleteProjectAlarms } from './alarms/index.ts';
import { deleteProjectClients } from './clients/index.ts';
import { deleteProjectDevices } from './devices/index.ts';
import { deleteProjectJobs } from './jobs/index.ts';
import { deleteProjectLogs } from './logs/index.ts';
import { deleteProjectMaps } from './maps/index.ts';
import { deleteProjectNetwork } from './network/index.ts';
import { deleteProjectTopology } from './topology/index.ts';
import { deleteProjectDrafts } from './platform/documents/drafts.ts';
import type { Tx } from './platform/db/database.ts';

/**
 * Functions that delete rows which no foreign key deletes with the project, in this order: rows that
 * reference devices or jobs come first.
 */
const CONTENTS = [
  deleteProjectJobs,
  deleteProjectAlarms,
  deleteProjectClients,
  deleteProjectLogs,
  deleteProjectDevices,
  deleteProjectNetwork,
  deleteProjectTopology,
  deleteProjectMaps,
  deleteProjectDrafts,
];

export async function deleteProjectContents(tx: Tx, projectId: number): Promise<void> {
  for (const forget of CONTENTS) await forget(tx, projectId);
}
