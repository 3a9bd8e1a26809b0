import { z } from 'zod';
import { job } from '../devices/schema.ts';
import { deviceParams } from '../devices/endpoints.ts';
import { type LocalChange, withLocalWays } from '../device-protocol/local-change.ts';
import { endpoint } from '../kit/endpoint.ts';
import { permission } from '../kit/page.ts';
import { configChange, type NetworkConfig } from './schema.ts';

/** Why a device runs something else than its project wants. */
export const driftCause = z.enum([
  /** It was changed at its own page. */
  'local',
  /** An earlier state of it came back. */
  'restored',
  /** It lost the cloud with what is wanted, and went back. */
  'undone',
  /** It refused what is wanted, or was not sent it. */
  'refused',
]);
export type DriftCause = z.infer<typeof driftCause>;

export const deviceDrift = z.object({
  cause: driftCause,
  /** Setting, what the project wants, what the device has; empty when that is not known. */
  changes: z.array(configChange),
  /** Of the project's history: the version that the device runs. */
  version: z.number().int().nonnegative().optional(),
  /** To make what the device has the project's: staged in the caller's draft. */
  keep: permission,
  /** To send what the project wants, under a new revision. */
  push: permission,
});
export type DeviceDrift = z.infer<typeof deviceDrift>;

const path = '/api/v1/projects/{projectId}/devices/{deviceId}/drift';
const both = ['web', 'openapi'] as const;

export const driftEndpoints = {
  deviceDriftGet: endpoint({
    method: 'GET',
    path,
    access: both,
    needs: 'read',
    summary: 'Where a device runs something else than its project wants, and what can be done about it.',
    params: deviceParams,
    response: z.object({ drift: deviceDrift.optional() }),
  }),
  deviceDriftKeep: endpoint({
    method: 'POST',
    path: `${path}/keep`,
    access: both,
    needs: 'write',
    summary: "Stages what the device has in the caller's draft, where it is reviewed and applied.",
    params: deviceParams,
    response: z.object({ ok: z.literal(true) }),
    errors: ['configConflict'],
  }),
  deviceDriftPush: endpoint({
    method: 'POST',
    path: `${path}/push`,
    access: both,
    needs: 'write',
    summary: 'Sends the device what the project wants once more, under a new revision.',
    params: deviceParams,
    response: z.object({ job }),
    errors: ['localManagement'],
    status: 202,
  }),
} as const;

/** The project's configuration with what was set at a device's own page. */
export const withLocalSettings = (config: NetworkConfig, change: LocalChange): NetworkConfig => ({
  ...config,
  wan: withLocalWays(config.wan ?? [], change),
});
