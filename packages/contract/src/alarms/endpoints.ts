import { z } from 'zod';
import { fileAnswer } from '../kit/download.ts';
import { endpoint } from '../kit/endpoint.ts';
import { projectParams } from '../projects/endpoints.ts';
import { alarmFilter, alarmListEndpoints } from './list-endpoints.ts';
import { alarmNotificationEndpoints } from './notifications.ts';
import { alarmRules, alarmRulesChange } from './rules.ts';

/** Maximum rows of an export (specification §9). */
export const ALARM_EXPORT_MAX = 50_000;

const both = ['web', 'openapi'] as const;

export const alarmEndpoints = {
  ...alarmListEndpoints,
  ...alarmNotificationEndpoints,
  alarmExport: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/alarms.csv',
    access: both,
    needs: 'read',
    summary:
      'Exports at most 50,000 alarms of a project as CSV, newest first, with the consequences of each. Times are those of the project, with their offset.',
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
    summary: 'Resolves open alarms manually, with their consequences.',
    params: projectParams,
    body: z.object({ ids: z.array(z.uuid()).min(1).max(1000) }),
    response: z.object({ resolved: z.number().int() }),
  }),
  alarmRulesGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/alarm-rules',
    access: both,
    needs: 'read',
    summary: 'Lists the alarm rules of a project, one per kind.',
    params: projectParams,
    response: alarmRules,
  }),
  alarmRulesChange: endpoint({
    method: 'PUT',
    path: '/api/v1/projects/{projectId}/alarm-rules',
    access: both,
    needs: 'write',
    summary: 'Changes the rules of the given kinds. `baseVersion` is the version that was read.',
    params: projectParams,
    body: alarmRulesChange,
    response: alarmRules,
    errors: ['configConflict'],
  }),
} as const;
