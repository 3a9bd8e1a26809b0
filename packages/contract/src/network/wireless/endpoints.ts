import { z } from 'zod';
import { endpoint } from '../../kit/endpoint.ts';
import { projectParams } from '../../projects/endpoints.ts';
import { createWholeListSchema } from '../../kit/page.ts';
import { bridgeState } from '../bridge/bridge-state.ts';
import { policyBroadcast } from './broadcasts.ts';
import { foreignNetwork } from './foreign-networks.ts';

export const wirelessEndpoints = {
  wirelessAirGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/wireless/air',
    access: ['web', 'openapi'],
    needs: 'read',
    reads: ['devices', 'networkConfig'],
    summary:
      'Returns for each enabled policy how many radios should broadcast it, how many do, and which do not.',
    params: projectParams,
    response: z.object({ items: z.array(policyBroadcast) }),
  }),
  foreignNetworkList: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/wireless/foreign-networks',
    access: ['web', 'openapi'],
    needs: 'read',
    reads: ['devices'],
    summary:
      'Lists the Wi-Fi networks of other sites that devices of the project received in the last 24 h, strongest first.',
    params: projectParams,
    response: createWholeListSchema(foreignNetwork),
  }),
  bridgeStateList: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/wireless/bridges',
    access: ['web', 'openapi'],
    needs: 'read',
    reads: ['devices'],
    summary: 'Lists the bridges of a project with their ends of the links, as last reported.',
    params: projectParams,
    response: createWholeListSchema(bridgeState),
  }),
} as const;
