import { z } from 'zod';
import { fileAnswer } from '../kit/download.ts';
import { endpoint } from '../kit/endpoint.ts';
import { listOf } from '../kit/page.ts';
import { projectParams } from '../projects/endpoints.ts';
import { alarmRules, alarmRulesChange } from './rules.ts';
import { alarm, alarmKind, alarmSeverity } from './schema.ts';

/** At most so many rows of an export (specification §9). */
export const ALARM_EXPORT_MAX = 50_000;

const alarmFilter = z.object({
  read: z.enum(['0', '1']).optional(),
  severity: alarmSeverity.optional(),
  kind: alarmKind.optional(),
  state: z.enum(['open', 'resolved']).optional(),
  /** With it, what is behind a cause is listed too. */
  deviceId: z.string().max(64).optional(),
  from: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
  /** The consequences of one alarm. */
  cause: z.uuid().optional(),
});
export type AlarmFilter = z.output<typeof alarmFilter>;

const both = ['web', 'openapi'] as const;

export const alarmEndpoints = {
  alarmList: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/alarms',
    access: both,
    needs: 'read',
    summary: 'Alarms of a project by cause, newest first; with `cause`, the consequences of one.',
    params: projectParams,
    query: alarmFilter.extend({
      cursor: z
        .string()
        .regex(/^\d{1,17}_[0-9a-f-]{36}$/, 'The cursor is not one that was given out.')
        .optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(500),
    }),
    response: listOf(alarm),
  }),
  alarmExport: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/alarms.csv',
    access: both,
    needs: 'read',
    summary: 'Alarms of a project as CSV, newest first, with the consequences of each; at most 50,000.',
    params: projectParams,
    query: alarmFilter,
    download: true,
    response: fileAnswer,
  }),
  alarmResolve: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/alarm-resolutions',
    access: both,
    needs: 'write',
    summary: 'Resolves open alarms by hand, with their consequences.',
    params: projectParams,
    body: z.object({ ids: z.array(z.uuid()).min(1).max(1000) }),
    response: z.object({ resolved: z.number().int() }),
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
