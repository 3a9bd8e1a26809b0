import { getPermissionFor } from '../platform/http/principal.ts';
import type { ProjectReads } from '../platform/http/project-reads.ts';
import { describeInterference } from './interference.ts';
import { listRuns, readRun } from './runs.ts';
import { readRfSettings } from './settings.ts';
import { readSiteDevices } from './site-devices.ts';

export const rfReads: ProjectReads<'rfInterferenceGet' | 'rfRunGet' | 'rfRunList' | 'rfSettingsGet'> = {
  rfInterferenceGet: async ({ db, now }, { project }) =>
    describeInterference(await readSiteDevices(db, project.projectId), now),
  rfRunGet: ({ db }, { project }, { params }) => readRun(db, project.projectId, params.runId),
  rfRunList: async ({ db }, { project }) => ({ items: await listRuns(db, project.projectId) }),
  rfSettingsGet: async ({ db }, { principal, project }) => ({
    ...(await readRfSettings(db, project.projectId)),
    can: { configure: getPermissionFor(principal, { need: 'write', access: ['web', 'openapi'], project }) },
  }),
};
