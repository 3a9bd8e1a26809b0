import { presentPage } from '../platform/db/cut-page.ts';
import type { ProjectReads } from '../platform/http/project-reads.ts';
import { listDevices } from './list.ts';
import { presentDevice } from './present.ts';

export const deviceReads: ProjectReads<'deviceList'> = {
  deviceList: async ({ db, now }, viewer, { query }) => {
    const page = await listDevices(db, viewer.project.projectId, query);
    return presentPage(page, (device) => presentDevice(device, viewer, now));
  },
};
