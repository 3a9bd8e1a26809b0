import { z } from 'zod';
import { endpoint } from '../../kit/endpoint.ts';
import { projectParams } from '../../projects/endpoints.ts';
import { policyBroadcast } from './broadcasts.ts';

export const wirelessEndpoints = {
  wirelessAirGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/wireless/air',
    access: ['web', 'openapi'],
    needs: 'read',
    summary:
      'Returns for each enabled policy how many radios should broadcast it, how many do, and which do not.',
    params: projectParams,
    response: z.object({ items: z.array(policyBroadcast) }),
  }),
} as const;
