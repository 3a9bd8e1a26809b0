import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { permission } from '../kit/page.ts';
import { job } from '../devices/schema.ts';
import { projectParams } from '../projects/endpoints.ts';
import { configReview, gatewayConfig, gatewayScope, stagedConfig } from './schema.ts';

const both = ['web', 'openapi'] as const;
const path = '/api/v1/projects/{projectId}/gateway-config';

export const gatewayEndpoints = {
  gatewayConfigGet: endpoint({
    method: 'GET',
    path,
    access: both,
    needs: 'read',
    summary: 'VLANs and DHCP pools of a project, their version, and what its gateway can do.',
    params: projectParams,
    response: z.object({
      version: z.number().int(),
      config: gatewayConfig,
      scope: gatewayScope,
      can: z.object({ configure: permission }),
    }),
  }),
  gatewayConfigReview: endpoint({
    method: 'POST',
    path: `${path}/reviews`,
    access: both,
    needs: 'write',
    summary:
      'What a staged configuration would change, on which devices, and what that costs. Nothing is stored.',
    params: projectParams,
    body: stagedConfig,
    response: configReview,
    errors: ['configConflict', 'vlanIdExists', 'dhcpOutsideVlan'],
  }),
  gatewayConfigApply: endpoint({
    method: 'PUT',
    path,
    access: both,
    needs: 'write',
    summary: 'Stores a configuration and pushes it; the job has a row per device.',
    params: projectParams,
    body: stagedConfig,
    response: z.object({ version: z.number().int(), job }),
    errors: ['configConflict', 'vlanIdExists', 'dhcpOutsideVlan'],
    status: 202,
  }),
} as const;
