import type { ProjectReads } from '../platform/http/project-reads.ts';
import { describeInterference } from './interference.ts';
import { readSiteDevices } from './site/site-devices.ts';

export const rfReads: ProjectReads<'rfInterferenceGet'> = {
  rfInterferenceGet: async ({ db, now }, { project }) =>
    describeInterference(await readSiteDevices(db, project.projectId), now),
};
