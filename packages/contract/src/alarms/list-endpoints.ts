import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { pageLimit, SEARCH_MAX, createListSchema, stateCursor } from '../kit/page.ts';
import { searchText, storableText } from '../net/index.ts';
import { projectParams } from '../projects/endpoints.ts';
import { alarm, alarmKind, alarmSeverity } from './schema.ts';

const both = ['web', 'openapi'] as const;

export const alarmFilter = z.object({
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

export const alarmListEndpoints = {
  alarmList: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/alarms',
    access: both,
    needs: 'read',
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
    summary:
      'Marks alarms as read, with their consequences. Without ids, it marks all alarms of the project.',
    params: projectParams,
    body: z.object({ ids: z.array(z.uuid()).max(1000).optional() }),
    response: z.object({ marked: z.number().int() }),
  }),
} as const;
