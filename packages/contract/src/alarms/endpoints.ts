import { z } from 'zod';
import { fileAnswer } from '../kit/download.ts';
import { endpoint } from '../kit/endpoint.ts';
import { pageLimit, SEARCH_MAX, createListSchema, stateCursor } from '../kit/page.ts';
import { searchText, storableText } from '../net/index.ts';
import { projectParams } from '../projects/endpoints.ts';
import { alarmNotificationEndpoints } from './notifications.ts';
import { alarmRules, alarmRulesChange } from './rules.ts';
import { alarm, alarmKind, alarmSeverity } from './schema.ts';

/** Maximum rows of an export (specification §9). */
export const ALARM_EXPORT_MAX = 50_000;

const both = ['web', 'openapi'] as const;

const alarmFilter = z.object({
  read: z.enum(['0', '1']).optional(),
  severity: alarmSeverity.optional(),
  kind: alarmKind.optional(),
  state: z.enum(['open', 'resolved']).optional(),
  /** Id of the device; the list then includes consequences of other alarms. */
  deviceId: storableText(64).optional(),
  /**
   * Text in the event, or in the device's name, model or MAC; the list then includes consequences of other
   * alarms.
   */
  search: searchText(SEARCH_MAX).optional(),
  /** Name of the device, ignoring case; the list then includes consequences of other alarms. */
  device: searchText(SEARCH_MAX).optional(),
  /** Model of the device, ignoring case; the list then includes consequences of other alarms. */
  model: searchText(SEARCH_MAX).optional(),
  from: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
  /** Id of an alarm whose consequences are listed. */
  cause: z.uuid().optional(),
});
export type AlarmFilter = z.output<typeof alarmFilter>;

export const alarmEndpoints = {
  alarmList: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/alarms',
    access: both,
    needs: 'read',
    reads: ['alarms'],
    summary: 'Lists the alarms of a project by cause, newest first; with `cause`, the consequences of one.',
    params: projectParams,
    query: alarmFilter.extend({
      cursor: stateCursor.optional(),
      /** `time` lists the newest first; `state` lists open alarms before resolved ones, each newest first. */
      order: z.enum(['time', 'state']).optional(),
      limit: pageLimit(500, 1000),
    }),
    response: createListSchema(alarm),
  }),
  alarmMarkRead: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/alarm-reads',
    access: both,
    needs: 'write',
    changes: ['alarms', 'projects'],
    summary:
      'Marks alarms as read, with their consequences. Without ids, it marks all alarms of the project.',
    params: projectParams,
    body: z.object({ ids: z.array(z.uuid()).max(1000).optional() }),
    response: z.object({ marked: z.number().int() }),
  }),
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
    changes: ['alarms', 'projects'],
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
    reads: ['alarms'],
    summary: 'Lists the alarm rules of a project, one per kind.',
    params: projectParams,
    response: alarmRules,
  }),
  alarmRulesChange: endpoint({
    method: 'PUT',
    path: '/api/v1/projects/{projectId}/alarm-rules',
    access: both,
    needs: 'write',
    changes: ['alarms'],
    summary: 'Changes the rules of the given kinds. `baseVersion` is the version that was read.',
    params: projectParams,
    body: alarmRulesChange,
    response: alarmRules,
    errors: ['configConflict'],
  }),
} as const;
