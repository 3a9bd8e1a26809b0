import type { ProjectReads } from '../platform/http/project-reads.ts';
import { listMapDevices } from './devices.ts';

export const mapReads: ProjectReads<'mapDeviceList'> = {
  mapDeviceList: async ({ db }, { project }) => ({ items: await listMapDevices(db, project.projectId) }),
};
