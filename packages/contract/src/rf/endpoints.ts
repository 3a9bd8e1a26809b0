import { z } from 'zod';
import { job } from '../devices/schema.ts';
import { endpoint } from '../kit/endpoint.ts';
import { permission } from '../kit/page.ts';
import { storableText } from '../net/index.ts';
import { configReview } from '../network/schema.ts';
import { projectParams } from '../projects/endpoints.ts';
import { NET_MODES } from '../projects/schema.ts';
import { rfApplyOrder, rfProposal, rfRun, rfRunDetail, rfSelectionChange } from './runs.ts';
import { rfInterference } from './schema.ts';
import { storedRfSettings } from './settings.ts';

/** RF optimization exists in WLAN projects only. */
const modes = [NET_MODES.wlan];
const BASE = '/api/v1/projects/{projectId}/rf-optimization';
const runParams = projectParams.extend({ runId: z.uuid('The run does not exist.') });
/** Name of the project, which confirms a change that cuts a device off. */
const confirmName = storableText(60).optional();
const REFUSALS = ['configConflict', 'rfRunning'] as const;

export const rfEndpoints = {
  rfInterferenceGet: endpoint({
    method: 'GET',
    path: `${BASE}/interference`,
    access: ['web', 'openapi'],
    needs: 'read',
    modes,
    reads: ['devices', 'networkConfig'],
    summary:
      'Returns the interference of the radios now: the use of each channel, the worst pairs, and the airtime of each radio.',
    params: projectParams,
    response: rfInterference,
  }),
  rfSettingsGet: endpoint({
    method: 'GET',
    path: `${BASE}/settings`,
    access: ['web', 'openapi'],
    needs: 'read',
    modes,
    reads: ['rf'],
    summary: 'Returns what an RF optimization may change.',
    params: projectParams,
    response: storedRfSettings.safeExtend({ can: z.object({ configure: permission }) }),
  }),
  rfSettingsSave: endpoint({
    method: 'PUT',
    path: `${BASE}/settings`,
    access: ['web', 'openapi'],
    needs: 'write',
    modes,
    changes: ['rf'],
    summary: 'Replaces what an RF optimization may change; `version` is that of the settings that were read.',
    params: projectParams,
    body: storedRfSettings,
    response: storedRfSettings,
    errors: ['configConflict', 'rfRunning'],
  }),
  rfRunStart: endpoint({
    method: 'POST',
    path: `${BASE}/runs`,
    access: ['web', 'openapi'],
    needs: 'write',
    modes,
    changes: ['rf'],
    summary: 'Starts an RF optimization, which plans channels and changes nothing. It takes about 3 min.',
    params: projectParams,
    response: rfRun,
    status: 202,
    errors: ['rfTooFewDevices', 'rfBusy'],
  }),
  rfRunList: endpoint({
    method: 'GET',
    path: `${BASE}/runs`,
    access: ['web', 'openapi'],
    needs: 'read',
    modes,
    reads: ['rf'],
    summary: 'Lists the newest 20 RF optimizations, the newest first.',
    params: projectParams,
    response: z.object({ items: z.array(rfRun) }),
  }),
  rfRunGet: endpoint({
    method: 'GET',
    path: `${BASE}/runs/{runId}`,
    access: ['web', 'openapi'],
    needs: 'read',
    modes,
    reads: ['rf'],
    summary: 'Returns an RF optimization with its best plan so far.',
    params: runParams,
    response: rfRunDetail,
  }),
  rfRunCancel: endpoint({
    method: 'POST',
    path: `${BASE}/runs/{runId}/cancellations`,
    access: ['web', 'openapi'],
    needs: 'write',
    modes,
    changes: ['rf'],
    summary: 'Ends an RF optimization with the best plan so far. Does nothing to one that has ended.',
    params: runParams,
    response: rfRunDetail,
  }),
  rfSelectionSave: endpoint({
    method: 'PUT',
    path: `${BASE}/runs/{runId}/selection`,
    access: ['web', 'openapi'],
    needs: 'write',
    modes,
    changes: ['rf'],
    summary:
      'Limits a plan to a number of changed radios, and refuses changes of single ones. The plan is computed again for the others, so that it is never worse than no change.',
    params: runParams,
    body: rfSelectionChange,
    response: rfRunDetail,
    errors: REFUSALS,
  }),
  rfPlanReview: endpoint({
    method: 'POST',
    path: `${BASE}/runs/{runId}/reviews`,
    access: ['web', 'openapi'],
    needs: 'write',
    modes,
    summary: 'Reviews the selected changes of a plan. It stores nothing.',
    params: runParams,
    response: configReview,
    errors: REFUSALS,
  }),
  rfPlanApply: endpoint({
    method: 'POST',
    path: `${BASE}/runs/{runId}/applications`,
    access: ['web', 'openapi'],
    needs: 'write',
    modes,
    changes: ['rf', 'networkConfig', 'devices', 'jobs'],
    summary: 'Applies the selected changes of a plan now, in several steps, or at the next quiet hour.',
    params: runParams,
    body: rfApplyOrder.extend({ confirmName }),
    /** The job is absent for a plan that waits for the quiet hour. */
    response: z.object({ run: rfRunDetail, job: job.optional() }),
    status: 202,
    errors: [...REFUSALS, 'managementCutOff'],
  }),
  rfApplicationCancel: endpoint({
    method: 'POST',
    path: `${BASE}/runs/{runId}/application-cancellations`,
    access: ['web', 'openapi'],
    needs: 'write',
    modes,
    changes: ['rf'],
    summary: 'Cancels a plan that waits for the quiet hour. Does nothing to another one.',
    params: runParams,
    response: rfRunDetail,
  }),
  rfRestoreReview: endpoint({
    method: 'POST',
    path: `${BASE}/runs/{runId}/restoration-reviews`,
    access: ['web', 'openapi'],
    needs: 'write',
    modes,
    summary:
      'Reviews the return of the radios of an applied plan to the channels before it. It stores nothing.',
    params: runParams,
    response: configReview,
    errors: REFUSALS,
  }),
  rfPlanRestore: endpoint({
    method: 'POST',
    path: `${BASE}/runs/{runId}/restorations`,
    access: ['web', 'openapi'],
    needs: 'write',
    modes,
    changes: ['rf', 'networkConfig', 'devices', 'jobs'],
    summary:
      'Returns the radios of an applied plan to the channels before it, except radios that were changed since.',
    params: runParams,
    body: z.object({ confirmName }),
    response: z.object({ run: rfRunDetail, job }),
    status: 202,
    errors: [...REFUSALS, 'managementCutOff'],
  }),
  rfProposalGet: endpoint({
    method: 'GET',
    path: `${BASE}/proposal`,
    access: ['web', 'openapi'],
    needs: 'read',
    modes,
    reads: ['rf', 'networkConfig'],
    summary: 'Returns the changes that the newest plan proposes, while it can be applied.',
    params: projectParams,
    response: rfProposal,
  }),
  rfScanStart: endpoint({
    method: 'POST',
    path: `${BASE}/scans`,
    access: ['web', 'openapi'],
    needs: 'write',
    modes,
    changes: ['jobs'],
    summary:
      'Asks the access points for a fresh scan, a few at a time and never two neighbours together. Their clients notice it for some seconds.',
    params: projectParams,
    response: job,
    status: 202,
    errors: ['deviceBusy'],
  }),
} as const;
