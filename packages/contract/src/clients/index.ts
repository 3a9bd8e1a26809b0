import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { listOf } from '../kit/page.ts';
import { projectParams } from '../projects/endpoints.ts';

/** "Last seen" is honest within this time. */
export const CLIENT_SEEN_HONESTY_MS = 30_000;

export const onlineClient = z.object({
  mac: z.string(),
  name: z.string(),
  ip: z.string().optional(),
  vlan: z.number().int().optional(),
  ssid: z.string().optional(),
  band: z.string().optional(),
  port: z.string().optional(),
  device: z.object({ id: z.string(), name: z.string() }),
  signalDbm: z.number().optional(),
  rxBytes: z.number().optional(),
  txBytes: z.number().optional(),
  rxRateKbps: z.number().optional(),
  txRateKbps: z.number().optional(),
  online: z.boolean(),
  connectedAt: z.string(),
  lastSeenAt: z.string(),
});
export type OnlineClient = z.infer<typeof onlineClient>;

export const clientEndpoints = {
  clientList: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/clients',
    access: ['web', 'openapi'],
    needs: 'read',
    summary: 'Online clients of a project, and those that left within the last day.',
    params: projectParams,
    query: z.object({ online: z.enum(['true', 'false']).optional() }),
    response: listOf(onlineClient),
  }),
} as const;
