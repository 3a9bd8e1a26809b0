import { getPermissionFor } from '../platform/http/principal.ts';
import { serveReads } from '../platform/http/project-reads.ts';
import { getProjectAccess } from '../platform/http/request-context.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { rfReads } from './reads.ts';
import { cancelRun, listRuns, readRun, startRun } from './runs.ts';
import { readRfSettings, saveRfSettings } from './settings.ts';

type RfRoutes = HandlersOf<
  | 'rfInterferenceGet'
  | 'rfRunCancel'
  | 'rfRunGet'
  | 'rfRunList'
  | 'rfRunStart'
  | 'rfSettingsGet'
  | 'rfSettingsSave'
>;

export function rfRoutes(services: Services): RfRoutes {
  const { db } = services;
  return {
    ...serveReads(services, rfReads),
    rfRunCancel: ({ params }, context) => cancelRun(context, params.runId),
    rfRunGet: ({ params }, context) => readRun(db, getProjectAccess(context).projectId, params.runId),
    rfRunList: async (_input, context) => ({
      items: await listRuns(db, getProjectAccess(context).projectId),
    }),
    rfRunStart: (_input, context) => startRun(context),
    rfSettingsGet: async (_input, context) => {
      const project = getProjectAccess(context);
      const requirement = { need: 'write', access: ['web', 'openapi'], project } as const;
      return {
        ...(await readRfSettings(db, project.projectId)),
        can: { configure: getPermissionFor(context.principal, requirement) },
      };
    },
    rfSettingsSave: ({ body }, context) => saveRfSettings(context, body),
  };
}
