import { endpoint } from '../kit/endpoint.ts';
import { projectParams } from '../projects/endpoints.ts';
import { NET_MODES } from '../projects/schema.ts';
import { rfInterference } from './schema.ts';

/** RF optimization exists in WLAN projects only. */
const modes = [NET_MODES.wlan];

export const rfEndpoints = {
  rfInterferenceGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/rf-optimization/interference',
    access: ['web', 'openapi'],
    needs: 'read',
    modes,
    reads: ['devices', 'networkConfig'],
    summary:
      'Returns the interference of the radios now: the use of each channel, the worst pairs, and the airtime of each radio.',
    params: projectParams,
    response: rfInterference,
  }),
} as const;
