/** Thread for work on whole large projects. */
import type { TopologyCause } from '@northlight/contract';
import { serveThread } from './platform/database-thread/serve-thread.ts';
import type { Db } from './platform/db/database.ts';
import { updateProject } from './topology/index.ts';

interface TopologyOrder {
  readonly projectId: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly causes: readonly TopologyCause[];
}

const TASKS = {
  updateTopology: (db: Db, { causes, now, projectId }: TopologyOrder) =>
    updateProject(db, projectId, new Date(now), causes),
};
export type LargeProjectTasks = typeof TASKS;

serveThread(TASKS);
