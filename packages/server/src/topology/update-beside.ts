import type { Services } from '../services.ts';
import type { UpdateLinks } from './topology-updater.ts';
import { updateProject } from './update-project.ts';

/** Returns the update of links that runs in a thread for large projects, beside the requests of the server. */
export const updateBeside =
  ({ db, largeProjects }: Pick<Services, 'db' | 'largeProjects'>): UpdateLinks =>
  async (projectId, now, causes) =>
    (await largeProjects.includes(projectId))
      ? largeProjects.updateTopology({ projectId, now, causes })
      : updateProject(db, projectId, new Date(now), causes);
