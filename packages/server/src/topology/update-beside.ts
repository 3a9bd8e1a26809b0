import type { TopologyCause } from '@northlight/contract';
import type { Db } from '../platform/db/database.ts';
import type { UpdateLinks } from './topology-updater.ts';
import { updateProject } from './update-project.ts';

interface BesideServices {
  readonly db: Db;
  readonly largeProjects: {
    includes(projectId: number): Promise<boolean>;
    updateTopology(order: {
      readonly projectId: number;
      readonly now: number;
      readonly causes: readonly TopologyCause[];
    }): ReturnType<UpdateLinks>;
  };
}

/** Returns the update of links that runs in a thread for large projects, beside the requests of the server. */
export const updateBeside =
  ({ db, largeProjects }: BesideServices): UpdateLinks =>
  async (projectId, now, causes) =>
    (await largeProjects.includes(projectId))
      ? largeProjects.updateTopology({ projectId, now, causes })
      : updateProject(db, projectId, new Date(now), causes);
