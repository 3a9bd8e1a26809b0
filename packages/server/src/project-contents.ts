import { forgetProjectAlarms } from './alarms/index.ts';
import { forgetProjectClients } from './clients/index.ts';
import { forgetProjectDevices } from './devices/index.ts';
import { forgetProjectJobs } from './jobs/index.ts';
import { forgetProjectLogs } from './logs/index.ts';
import { deleteProjectNetwork } from './network/index.ts';
import type { Tx } from './platform/db/database.ts';

/**
 * Functions that delete rows which no foreign key deletes with the project, in this order: rows that
 * reference devices or jobs come first.
 */
const CONTENTS = [
  forgetProjectJobs,
  forgetProjectAlarms,
  forgetProjectClients,
  forgetProjectLogs,
  forgetProjectDevices,
  deleteProjectNetwork,
];

/** Deletes the rows of all slices for a project. */
export async function deleteProjectContents(tx: Tx, projectId: number): Promise<void> {
  for (const forget of CONTENTS) await forget(tx, projectId);
}
