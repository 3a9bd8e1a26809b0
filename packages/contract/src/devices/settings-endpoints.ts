import { z } from 'zod';
import { storableText } from '../net/index.ts';
import { endpoint } from '../kit/endpoint.ts';
import { permission } from '../kit/page.ts';
import { configReview, STAGED_DEVICES_MAX, stagedDevice } from '../network/schema.ts';
import { projectParams } from '../projects/endpoints.ts';
import { job } from './jobs.ts';
import { deviceSettings } from '../device-settings/index.ts';
import { deviceParams } from './params.ts';

const both = ['web', 'openapi'] as const;
const path = '/api/v1/projects/{projectId}';
/**
 * Matches paths of settings that the handler validates, so that schema errors and violated rules are reported
 * together.
 */
const VALIDATED_BY_HANDLER = /^changes\.\d+\.settings\./;
const REFUSALS = [
  'configConflict',
  'deviceOffline',
  'deviceUnknown',
  'deviceDeleted',
  'upgrading',
  'deviceRestarting',
  'portUnknown',
  'routerModeConflict',
  'unsupportedFeature',
] as const;

/** The project's name, required when a change disconnects a device from the cloud. */
const confirmed = { confirmName: storableText(60).optional() };

/** Complete settings of one or more devices, each with the version that it is based on. */
const stagedSettings = z.object({ changes: z.array(stagedDevice).min(1).max(STAGED_DEVICES_MAX) });
export type StagedSettings = z.infer<typeof stagedSettings>;

export const settingsEndpoints = {
  deviceSettingsGet: endpoint({
    method: 'GET',
    path: `${path}/devices/{deviceId}/settings`,
    access: both,
    needs: 'read',
    reads: ['deviceSettings'],
    summary: "Returns a device's own settings, and their version.",
    params: deviceParams,
    response: z.object({
      version: z.number().int(),
      settings: deviceSettings,
      can: z.object({ configure: permission }),
    }),
    errors: ['invalidParameters'],
  }),
  deviceSettingsReview: endpoint({
    method: 'POST',
    path: `${path}/device-settings/reviews`,
    access: both,
    needs: 'write',
    summary: 'Reviews staged settings: their changes and consequences. It stores nothing.',
    params: projectParams,
    refusesUnknown: true,
    body: stagedSettings,
    validatedByHandler: VALIDATED_BY_HANDLER,
    response: configReview,
    errors: REFUSALS,
  }),
  deviceSettingsApply: endpoint({
    method: 'PUT',
    path: `${path}/device-settings`,
    access: both,
    needs: 'write',
    changes: ['deviceSettings', 'networkConfig', 'devices', 'jobs'],
    summary: 'Stores settings of devices and pushes them. The job has a row per device.',
    params: projectParams,
    refusesUnknown: true,
    body: stagedSettings.extend(confirmed),
    validatedByHandler: VALIDATED_BY_HANDLER,
    response: job,
    errors: [...REFUSALS, 'managementCutOff'],
    status: 202,
  }),
} as const;
