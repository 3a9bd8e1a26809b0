import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { listOf } from '../kit/page.ts';
import { projectParams } from '../projects/endpoints.ts';
import { alarmRules, alarmRulesChange } from './rules.ts';
import { alarm } from './schema.ts';

const both = ['web', 'openapi'] as const;

export const alarmEndpoints = {
  alarmList: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/alarms',
    access: both,
    needs: 'read',
    summary: 'Alarms of a project by cause, newest first; with `cause`, the consequences of one.',
    params: projectParams,
    query: z.object({
      read: z.enum(['0', '1']).optional(),
      cause: z.uuid().optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(500),
    }),
    response: listOf(alarm),
  }),
  alarmMarkRead: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/alarm-reads',
    access: both,
    needs: 'write',
    summary: 'Marks alarms as read, with their consequences; without ids, all of them.',
    params: projectParams,
    body: z.object({ ids: z.array(z.uuid()).max(1000).optional() }),
    response: z.object({ marked: z.number().int() }),
  }),
  alarmRulesGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/alarm-rules',
    access: both,
    needs: 'read',
    summary: 'What the project wants of each kind of alarm.',
    params: projectParams,
    response: alarmRules,
  }),
  alarmRulesChange: endpoint({
    method: 'PUT',
    path: '/api/v1/projects/{projectId}/alarm-rules',
    access: both,
    needs: 'write',
    summary: 'Changes rules of some kinds, on the version that was looked at.',
    params: projectParams,
    body: alarmRulesChange,
    response: alarmRules,
    errors: ['configConflict'],
  }),
} as const;
