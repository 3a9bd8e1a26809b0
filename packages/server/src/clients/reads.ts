import { DAY_MS } from '@northlight/runtime';
import { presentPage } from '../platform/db/cut-page.ts';
import type { ProjectReads } from '../platform/http/project-reads.ts';
import { presentClient } from './present.ts';
import { listClients } from './store.ts';

export const clientReads: ProjectReads<'clientList'> = {
  clientList: async ({ db, now }, { project }, { query }) =>
    presentPage(await listClients(db, project.projectId, new Date(now - DAY_MS), query), presentClient),
};
