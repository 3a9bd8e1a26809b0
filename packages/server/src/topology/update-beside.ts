import type { Services } from '../services.ts';
import type { UpdateLinks } from './topology-updater.ts';
import { updateProject } from './update-project.ts';

/** Number of devices from which the links of a project are inferred in a thread: about 20 ms of work. */
const LARGE_PROJECT_DEVICES = 500;

/** Returns the update of links that runs in a thread for large projects, beside the requests of the server. */
export const updateBeside =
  (
    { db, largeProjects }: Pick<Services, 'db' | 'largeProjects'>,
    largeFrom = LARGE_PROJECT_DEVICES,
  ): UpdateLinks =>
  async (projectId, now, causes) => {
    const { devices } = await db
      .selectFrom('devices')
      .select(({ fn }) => fn.countAll<number>().as('devices'))
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow();
    return devices < largeFrom
      ? updateProject(db, projectId, new Date(now), causes)
      : largeProjects.run('updateTopology', { projectId, now, causes });
  };
