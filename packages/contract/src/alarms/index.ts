import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { listOf } from '../kit/page.ts';
import { projectParams } from '../projects/endpoints.ts';

/** Message read state (specification §3). */
export const READ_STATES = { unread: 0, read: 1 } as const;

export const alarm = z.object({
  id: z.string(),
  time: z.string(),
  kind: z.enum([
    'device-offline',
    'config-refused',
    'config-rolled-back',
    'config-drifted',
    'identity-takeover',
    'device-event',
  ]),
  severity: z.enum(['info', 'warning', 'critical']),
  event: z.string(),
  device: z.object({ id: z.string(), name: z.string(), mac: z.string(), model: z.string() }).optional(),
  read: z.union([z.literal(0), z.literal(1)]),
  resolvedAt: z.string().optional(),
});
export type Alarm = z.infer<typeof alarm>;

export const alarmEndpoints = {
  alarmList: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/alarms',
    access: ['web', 'openapi'],
    needs: 'read',
    summary: 'Alarms of a project, newest first.',
    params: projectParams,
    query: z.object({
      read: z.enum(['0', '1']).optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(500),
    }),
    response: listOf(alarm),
  }),
  alarmMarkRead: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/alarm-reads',
    access: ['web', 'openapi'],
    needs: 'write',
    summary: 'Marks alarms as read; without ids, all of them.',
    params: projectParams,
    body: z.object({ ids: z.array(z.uuid()).max(1000).optional() }),
    response: z.object({ marked: z.number().int() }),
  }),
} as const;
