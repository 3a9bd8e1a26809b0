/** Thread for work on whole large projects. */
import { api, type ApiKey } from '@northlight/contract';
import type { TopologyOrder } from './large-projects.ts';
import { serveThread } from './platform/database-thread/serve-thread.ts';
import type { Db } from './platform/db/database.ts';
import type { ReadOrder } from './platform/http/large-project-reader.ts';
import type { AnyProjectRead } from './platform/http/project-reads.ts';
import { PROJECT_READS } from './project-reads.ts';
import { updateProject } from './topology/index.ts';

const reads = new Map(Object.entries(PROJECT_READS) as [ApiKey, AnyProjectRead][]);

const TASKS = {
  updateTopology: (db: Db, { causes, now, projectId }: TopologyOrder) =>
    updateProject(db, projectId, new Date(now), causes),
  read: async (db: Db, { input, key, now, viewer }: ReadOrder): Promise<Uint8Array> => {
    const read = reads.get(key as ApiKey);
    if (!read) throw new Error(`The operation ${key} is no read of a project.`);
    const result = await read({ db, now }, viewer, input);
    return new TextEncoder().encode(JSON.stringify(api[key as ApiKey].response.parse(result)));
  },
};
export type LargeProjectTasks = typeof TASKS;

serveThread(TASKS);
