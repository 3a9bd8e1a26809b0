import { type SetupProgress, type SetupStep, SETUP_STEPS } from '@northlight/contract';
import { hasSeenClients } from '../clients/index.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import type { Services } from '../services.ts';

interface OwnProject {
  readonly id: number;
  readonly mayWrite: boolean;
  readonly createdAt: string;
}

/** Computes which steps of the setup are done in any of the projects. */
export async function readSetupProgress(
  { db, hasNetworkSetup }: Pick<Services, 'db' | 'hasNetworkSetup'>,
  projects: readonly OwnProject[],
): Promise<SetupProgress> {
  const ids = projects.map(({ id }) => id);
  const devices = await readDeviceFacts(db, ids);
  const state: Readonly<Record<SetupStep, boolean>> = {
    project: ids.length > 0,
    devices: devices.length > 0,
    // Counts a device that has connected once, so that the step stays done during an outage.
    online: devices.some(({ waiting }) => !waiting),
    network: await hasNetworkSetup(ids),
    client: await hasSeenClients(db, ids),
  };
  const [newest] = projects
    .filter(({ mayWrite }) => mayWrite)
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  return {
    done: SETUP_STEPS.filter((step) => state[step]),
    ...(newest && { projectId: newest.id }),
  };
}

/**
 * Selects at most one device that never connected and one that did, because more do not change the result.
 */
const readDeviceFacts = (db: DbOrTx, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('devices').select('waiting').distinct().where('project_id', 'in', ids).execute();
