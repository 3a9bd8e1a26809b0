import { forgetProjectAlarms } from './alarms/index.ts';
import { forgetProjectClients } from './clients/index.ts';
import { forgetProjectDevices } from './devices/index.ts';
import { forgetProjectJobs } from './jobs/index.ts';
import { forgetProjectLogs } from './logs/index.ts';
import { deleteProjectNetwork } from './network/index.ts';
import type { Tx } from './platform/db/database.ts';

/** Rows of a project that no foreign key deletes with it; what refers to devices or jobs comes before them. */
const CONTENTS = [
  forgetProjectJobs,
  forgetProjectAlarms,
  forgetProjectClients,
  forgetProjectLogs,
  forgetProjectDevices,
  deleteProjectNetwork,
];

/** Deletes what every slice keeps of a project. */
export async function forgetProjectContents(tx: Tx, projectId: number): Promise<void> {
  for (const forget of CONTENTS) await forget(tx, projectId);
}
