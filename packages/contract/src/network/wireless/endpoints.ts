import { z } from 'zod';
import { endpoint } from '../../kit/endpoint.ts';
import { projectParams } from '../../projects/endpoints.ts';
import { policyAir } from './air.ts';

export const wirelessEndpoints = {
  wirelessAirGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/wireless/air',
    access: ['web', 'openapi'],
    needs: 'read',
    summary:
      'How each enabled policy stands on the air: on how many of the radios that should have it, and which do not.',
    params: projectParams,
    response: z.object({ items: z.array(policyAir) }),
  }),
} as const;
