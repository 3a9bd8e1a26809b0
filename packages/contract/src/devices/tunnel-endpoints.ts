import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { projectParams } from '../projects/endpoints.ts';
import { deviceParams } from './params.ts';

const both = ['web', 'openapi'] as const;
const path = '/api/v1/projects/{projectId}';
const tunnelParams = projectParams.extend({ tunnelId: z.uuid() });

/** How long a device's own page is open for remote management. */
export const TUNNEL_LEASE_SECONDS = 15 * 60;

/** Remote web management of one device: a lease on its own page. */
export const tunnel = z.object({
  id: z.string(),
  deviceId: z.string(),
  deviceName: z.string(),
  /** The device is asked to dial; its page can be opened; it did not work, or it is over. */
  state: z.enum(['opening', 'open', 'failed', 'ended']),
  /** Of `failed` and `ended`: why, with a code of the catalogue. */
  reason: z.string().optional(),
  code: z.number().int().optional(),
  expiresAt: z.string(),
  /** Where the browser goes, once; each look gives a new one. */
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
    summary: 'Asks a device to open its own page for remote management, for 15 minutes.',
    params: deviceParams,
    response: tunnel,
    errors: [
      'remoteBusy',
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
    notInDemo: true,
    summary: 'How far it is; when it is open, the address to go to.',
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
    response: z.object({ ok: z.literal(true) }),
  }),
} as const;
