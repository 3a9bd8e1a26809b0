import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { permission } from '../kit/page.ts';
import { projectParams } from '../projects/endpoints.ts';
import { NET_MODES } from '../projects/schema.ts';
import { rfRun, rfRunDetail } from './runs.ts';
import { rfInterference } from './schema.ts';
import { storedRfSettings } from './settings.ts';

/** RF optimization exists in WLAN projects only. */
const modes = [NET_MODES.wlan];
const BASE = '/api/v1/projects/{projectId}/rf-optimization';
const runParams = projectParams.extend({ runId: z.uuid('The run does not exist.') });

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
    response: storedRfSettings.extend({ can: z.object({ configure: permission }) }),
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
} as const;
