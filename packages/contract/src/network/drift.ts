import { z } from 'zod';
import { job } from '../devices/schema.ts';
import { deviceParams } from '../devices/endpoints.ts';
import { type LocalChange, mergeLocalWan } from '../device-protocol/local-change.ts';
import { done, endpoint } from '../kit/endpoint.ts';
import { permission } from '../kit/page.ts';
import { storableText } from '../net/index.ts';
import { brokenPath } from './broken-path.ts';
import { configChange } from '../kit/config-change.ts';
import { type NetworkConfig } from './schema.ts';

/** Reason why a device runs a configuration other than the desired one. */
export const driftCause = z.enum([
  /** Changed at its local page. */
  'local',
  /** Restored to an earlier state. */
  'restored',
  /** Rolled back, because the device could not reach the cloud with the desired configuration. */
  'undone',
  /** The device refused the desired configuration, or has not received it. */
  'refused',
]);
export type DriftCause = z.infer<typeof driftCause>;

export const deviceDrift = z.object({
  cause: driftCause,
  /**
   * Differences, with the project's value and the device's value; empty when the device's configuration is
   * unknown.
   */
  changes: z.array(configChange),
  /** Version of the project’s configuration that the device runs. */
  version: z.number().int().nonnegative().optional(),
  /** Permission to put the device's configuration into the caller's draft. */
  keep: permission,
  /** Permission to push the desired configuration under a new revision. */
  push: permission,
  /**
   * Changes with which the push can cut the device off, because it cannot roll back; absent without such changes. The
   * push then needs the name of the project.
   */
  broken: z.array(brokenPath).optional(),
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
    reads: ['devices', 'networkConfig'],
    summary:
      'Lists the differences between a device’s configuration and the desired one, and the ways to resolve them.',
    params: deviceParams,
    response: z.object({ drift: deviceDrift.optional() }),
  }),
  deviceDriftKeep: endpoint({
    method: 'POST',
    path: `${path}/keep`,
    access: both,
    needs: 'write',
    changes: ['networkDraft'],
    summary: "Stages the device's own settings in the caller's draft, where they are reviewed and applied.",
    params: deviceParams,
    response: done,
    errors: ['configConflict'],
  }),
  deviceDriftPush: endpoint({
    method: 'POST',
    path: `${path}/push`,
    access: both,
    needs: 'write',
    changes: ['devices', 'jobs'],
    summary: 'Pushes the desired configuration to the device again, under a new revision.',
    params: deviceParams,
    body: z.object({ confirmName: storableText(60).optional() }),
    response: z.object({ job }),
    errors: ['localManagement', 'managementCutOff'],
    status: 202,
  }),
} as const;

/** Returns the project's configuration merged with the settings of a device's local page. */
export const mergeLocalSettings = (config: NetworkConfig, change: LocalChange): NetworkConfig => ({
  ...config,
  wan: mergeLocalWan(config.wan ?? [], change),
});
