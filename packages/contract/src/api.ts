import { z } from 'zod';
import { accountEndpoints } from './accounts/index.ts';
import { alarmEndpoints } from './alarms/index.ts';
import { clientEndpoints } from './clients/index.ts';
import { deviceEndpoints, waitingEndpoints } from './devices/index.ts';
import { gatewayEndpoints } from './gateway/index.ts';
import { endpoint } from './kit/endpoint.ts';
import { auditEndpoints } from './audit/index.ts';
import { messageEndpoints } from './messages/index.ts';
import { projectEndpoints } from './projects/index.ts';
import { sharingEndpoints } from './sharing/index.ts';

const platformEndpoints = {
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    access: ['web', 'openapi'],
    needs: 'public',
    summary: 'Whether the server is up, and its version.',
    response: z.object({ status: z.literal('ok'), version: z.string() }),
  }),
} as const;

/** Every operation of Northlight by name; the server does not compile without a handler for each. */
export const api = {
  ...platformEndpoints,
  ...accountEndpoints,
  ...projectEndpoints,
  ...sharingEndpoints,
  ...auditEndpoints,
  ...deviceEndpoints,
  ...waitingEndpoints,
  ...gatewayEndpoints,
  ...clientEndpoints,
  ...alarmEndpoints,
  ...messageEndpoints,
} as const;

export type Api = typeof api;
export type ApiKey = keyof Api;
