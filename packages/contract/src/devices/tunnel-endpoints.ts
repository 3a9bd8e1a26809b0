import { z } from 'zod';
import { done, endpoint } from '../kit/endpoint.ts';
import { projectParams } from '../projects/endpoints.ts';
import { deviceParams } from './params.ts';

const both = ['web', 'openapi'] as const;
const path = '/api/v1/projects/{projectId}';
const tunnelParams = projectParams.extend({ tunnelId: z.uuid() });

/** Duration of a lease for remote management. */
export const TUNNEL_LEASE_SECONDS = 15 * 60;

/** Lease of a device's local page for remote management. */
export const tunnel = z.object({
  id: z.string(),
  deviceId: z.string(),
  deviceName: z.string(),
  /** `opening` while the device connects, `open` while its page is available. */
  state: z.enum(['opening', 'open', 'failed', 'ended']),
  /** Reason of `failed` and `ended`. */
  reason: z.string().optional(),
  code: z.number().int().optional(),
  expiresAt: z.string(),
  /** Single-use address of the local page for the browser. Every request returns a new one. */
  enterUrl: z.string().optional(),
});
export type Tunnel = z.infer<typeof tunnel>;

export const tunnelEndpoints = {
  tunnelOpen: endpoint({
    method: 'POST',
    path: `${path}/devices/{deviceId}/tunnels`,
    access: both,
    needs: 'write',
    notInDemo: true,
    summary: 'Opens a device’s local page for remote management for 15 min.',
    params: deviceParams,
    response: tunnel,
    errors: [
      'remoteBusy',
      'deviceUnknown',
      'deviceDeleted',
      'remoteOffline',
      'remoteUnavailable',
      'unsupportedFeature',
      'upgrading',
      'deviceRestarting',
    ],
    status: 201,
  }),
  tunnelGet: endpoint({
    method: 'GET',
    path: `${path}/tunnels/{tunnelId}`,
    access: both,
    needs: 'write',
    reads: [],
    notInDemo: true,
    summary: 'Returns the state of remote management, with the address once it is open.',
    params: tunnelParams,
    response: tunnel,
  }),
  tunnelClose: endpoint({
    method: 'DELETE',
    path: `${path}/tunnels/{tunnelId}`,
    access: both,
    needs: 'write',
    notInDemo: true,
    summary: 'Ends remote management.',
    params: tunnelParams,
    response: done,
  }),
} as const;
