import { getPermissionFor } from '../platform/http/principal.ts';
import { serveReads } from '../platform/http/project-reads.ts';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { applyPlan, cancelApply, reviewPlan, scheduleApply } from './apply/apply-plan.ts';
import { readProposal } from './proposal.ts';
import { findQuietHour } from './quiet-hour.ts';
import { rfReads } from './reads.ts';
import { restorePlan, reviewRestoration } from './apply/restore-plan.ts';
import { cancelRun, listRuns, readRun, startRun } from './runs.ts';
import { startScan } from './scans.ts';
import { saveSelection } from './selection.ts';
import { readRfSettings, saveRfSettings } from './settings.ts';

type RfRoutes = HandlersOf<
  | 'rfApplicationCancel'
  | 'rfInterferenceGet'
  | 'rfPlanApply'
  | 'rfPlanRestore'
  | 'rfPlanReview'
  | 'rfProposalGet'
  | 'rfRestoreReview'
  | 'rfRunCancel'
  | 'rfRunGet'
  | 'rfRunList'
  | 'rfRunStart'
  | 'rfScanStart'
  | 'rfSelectionSave'
  | 'rfSettingsGet'
  | 'rfSettingsSave'
>;

export function rfRoutes(services: Services): RfRoutes {
  const { clock, db } = services;
  return {
    ...serveReads(services, rfReads),
    rfApplicationCancel: ({ params }, context) => cancelApply(context, params.runId),
    rfPlanApply: async ({ body, params }, context) =>
      body.when === 'now'
        ? applyPlan(context, params.runId, body)
        : {
            run: await scheduleApply(context, params.runId, {
              at: await findQuietHour(db, getProjectAccess(context).projectId, clock.now()),
              revision: body.revision,
            }),
          },
    rfPlanRestore: ({ body, params }, context) => restorePlan(context, params.runId, body),
    rfPlanReview: ({ params }, context) => reviewPlan(context, params.runId),
    rfProposalGet: (_input, context) => readProposal(db, getProjectAccess(context).projectId, clock.now()),
    rfRestoreReview: ({ params }, context) => reviewRestoration(context, params.runId),
    rfRunCancel: ({ params }, context) => cancelRun(context, params.runId),
    rfRunGet: ({ params }, context) => readRun(context, params.runId),
    rfRunList: async (_input, context) => ({
      items: await listRuns(db, getProjectAccess(context).projectId),
    }),
    rfRunStart: (_input, context) => startRun(context),
    rfScanStart: (_input, context) => startScan(context),
    rfSelectionSave: ({ body, params }, context) => saveSelection(context, params.runId, body),
    rfSettingsGet: (_input, context) => presentSettings(context),
    rfSettingsSave: ({ body }, context) => saveRfSettings(context, body),
  };
}

async function presentSettings(context: RequestContext) {
  const project = getProjectAccess(context);
  const requirement = { need: 'write', access: ['web', 'openapi'], project } as const;
  return {
    ...(await readRfSettings(context.services.db, project.projectId)),
    can: { configure: getPermissionFor(context.principal, requirement) },
  };
}
