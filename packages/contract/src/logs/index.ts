import { z } from 'zod';
import { fileAnswer } from '../kit/download.ts';
import { endpoint } from '../kit/endpoint.ts';
import { pageCursor, pageLimit, SEARCH_MAX, createListSchema } from '../kit/page.ts';
import { searchText, storableText } from '../net/index.ts';
import { projectParams } from '../projects/endpoints.ts';

/** Retention of logs in days (specification §9). */
export const LOG_RETENTIONS = [7, 30, 90, 180] as const;
export const DEFAULT_LOG_RETENTION = 90;
/** Default rows per page. */
export const LOG_PAGE_SIZE = 200;
export const LOG_EXPORT_MAX = 50_000;

const retention = z.object({
  days: z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(180)]),
});

/** `device`: state changes and reports of devices; `system`: automatic actions of the server. */
export const logKind = z.enum(['system', 'device']);
export type LogKind = z.infer<typeof logKind>;

const logDevice = z.object({ id: z.string(), name: z.string() });

export const logRecord = z.object({
  id: z.string(),
  at: z.string(),
  kind: logKind,
  severity: z.enum(['info', 'warning', 'critical']),
  event: z.string(),
  /** Device with the name that it had at that time. */
  device: logDevice.optional(),
  /** Path of the picture that a camera took at the moment of the event (JPEG), for callers who may see pictures. */
  pictureUrl: z.string().optional(),
  /**
   * Records of one job with the same event on several devices, newest first, beginning with this record;
   * absent for a single record and in lists that are not folded.
   */
  members: z.array(z.object({ id: z.string(), at: z.string(), device: logDevice.optional() })).optional(),
});
export type LogRecord = z.infer<typeof logRecord>;

const logFilter = z.object({
  kind: logKind.optional(),
  severity: z.enum(['info', 'warning', 'critical']).optional(),
  deviceId: storableText(40).optional(),
  /** Text in the event or in the device's name. */
  search: searchText(SEARCH_MAX).optional(),
  /** Name that the device had, ignoring case. */
  device: searchText(SEARCH_MAX).optional(),
  from: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
});
export type LogFilter = z.output<typeof logFilter>;

const both = ['web', 'openapi'] as const;

export const logEndpoints = {
  logList: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/logs',
    access: both,
    needs: 'read',
    reads: ['logs'],
    summary: 'Lists device events and automatic actions of the server, newest first.',
    params: projectParams,
    query: logFilter.extend({
      /** `true` joins adjacent equal records of one job into one item. */
      folded: z.enum(['true', 'false']).optional(),
      cursor: pageCursor.optional(),
      limit: pageLimit(LOG_PAGE_SIZE),
    }),
    response: createListSchema(logRecord),
  }),
  logExport: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/logs.csv',
    access: both,
    needs: 'read',
    summary:
      'Exports at most 50,000 device events and automatic actions of the server as CSV. Times are those of the project, with their offset.',
    params: projectParams,
    query: logFilter,
    download: true,
    response: fileAnswer,
  }),
  logRetentionGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/log-retention',
    access: both,
    needs: 'read',
    reads: ['logRetention'],
    summary: 'Returns the retention of a project’s logs in days.',
    params: projectParams,
    response: retention,
  }),
  logRetentionSet: endpoint({
    method: 'PUT',
    path: '/api/v1/projects/{projectId}/log-retention',
    access: both,
    needs: 'owner',
    changes: ['logRetention'],
    summary:
      'Sets for how many days the logs of a project are kept. Older logs and operations are deleted within 1 h.',
    params: projectParams,
    body: retention,
    response: retention,
  }),
} as const;
