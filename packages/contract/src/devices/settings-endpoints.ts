import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { permission } from '../kit/page.ts';
import { configReview } from '../network/schema.ts';
import { projectParams } from '../projects/endpoints.ts';
import { job } from './jobs.ts';
import { deviceId, deviceParams } from './params.ts';
import { deviceSettings, portSetting } from './settings.ts';

const both = ['web', 'openapi'] as const;
const path = '/api/v1/projects/{projectId}';
/** What settings get wrong is told by their schema and their rules together. */
const judged = /^changes\.\d+\.settings\./;
const REFUSALS = [
  'configConflict',
  'deviceOffline',
  'upgrading',
  'deviceRestarting',
  'portUnknown',
  'routerModeConflict',
  'unsupportedFeature',
] as const;

/** Of the project: what cuts a device off from its management is applied only by who says that he means it. */
const confirmed = { confirmName: z.string().max(60).optional() };

/** The whole settings of some devices, each with the version that it was made on. */
const stagedSettings = z.object({
  changes: z
    .array(z.object({ deviceId, baseVersion: z.number().int().nonnegative(), settings: deviceSettings }))
    .min(1)
    .max(100),
});
export type StagedSettings = z.infer<typeof stagedSettings>;

/** Fields that are absent stay as they are on each device. */
const bulkSettings = z.object({
  deviceIds: z.array(deviceId).min(1).max(1_000),
  /** Of these ports, where a device has them; absent: of every port that is no uplink. */
  portIds: z.array(z.string().max(15)).max(128).optional(),
  ports: portSetting.omit({ id: true }).partial().optional(),
  spanningTree: z
    .object({ enabled: z.boolean().optional(), priority: z.number().int().optional() })
    .optional(),
});
export type BulkSettings = z.infer<typeof bulkSettings>;

/** A review of several devices; a device that would refuse is told with its reason and left out. */
const settingsReview = configReview.extend({
  refused: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
});
export type SettingsReview = z.infer<typeof settingsReview>;

export const settingsEndpoints = {
  deviceSettingsGet: endpoint({
    method: 'GET',
    path: `${path}/devices/{deviceId}/settings`,
    access: both,
    needs: 'read',
    summary: "A device's own settings, and their version.",
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
    summary: 'What staged settings would change, and what that costs. Nothing is stored.',
    params: projectParams,
    body: stagedSettings,
    judged,
    response: settingsReview,
    errors: REFUSALS,
  }),
  deviceSettingsApply: endpoint({
    method: 'PUT',
    path: `${path}/device-settings`,
    access: both,
    needs: 'write',
    summary:
      'Stores settings of devices and pushes them; the job has a row per device. What cuts a device off from its management has to name the project.',
    params: projectParams,
    body: stagedSettings.extend(confirmed),
    judged,
    response: job,
    errors: [...REFUSALS, 'managementCutOff'],
    status: 202,
  }),
  deviceBulkReview: endpoint({
    method: 'POST',
    path: `${path}/device-settings/bulk-reviews`,
    access: both,
    needs: 'write',
    summary: 'What a change of some fields on many devices would do, device by device. Nothing is stored.',
    params: projectParams,
    body: bulkSettings,
    response: settingsReview,
    errors: ['unsupportedFeature'],
  }),
  deviceBulkApply: endpoint({
    method: 'POST',
    path: `${path}/device-settings/bulk-changes`,
    access: both,
    needs: 'write',
    summary:
      'Changes some fields on many devices and leaves the others; devices that would refuse are skipped.',
    params: projectParams,
    body: bulkSettings.extend(confirmed),
    response: job,
    errors: ['unsupportedFeature', 'managementCutOff'],
    status: 202,
  }),
} as const;
