import { z } from 'zod';
import { numberText } from '../kit/number-text.ts';
import { deviceKind } from '../device-protocol/capabilities.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CURSOR_FAULT, createListSchema, pageCursor, pageLimit } from '../kit/page.ts';
import { searchText } from '../net/index.ts';
import { projectParams } from '../projects/endpoints.ts';
import { job } from './jobs.ts';
import { jobParams } from './params.ts';
import { device } from './device.ts';

const both = ['web', 'openapi'] as const;

export const DEVICE_PAGE_MAX = 1_000;
/** Default jobs per page. */
const JOB_PAGE = 30;
/** Sort keys of the device list; devices without a value are last in both directions. */
export const DEVICE_SORTS = [
  'name',
  'sn',
  'mac',
  'model',
  'kind',
  'state',
  'software',
  'cpu',
  'memory',
  'uptime',
  'clients',
] as const;

const deviceQuery = z.object({
  /** Text in the name, the serial number, the MAC or the management address. */
  search: searchText(60).optional(),
  kind: deviceKind.optional(),
  state: numberText(z.number().int().min(0).max(9)).optional(),
  sort: z.enum(DEVICE_SORTS).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
  /** Maximum number of devices in the answer; absent for all devices. */
  limit: numberText(z.number().int().min(1).max(DEVICE_PAGE_MAX)).optional(),
  cursor: z
    .string()
    .regex(/^[\w-]{1,600}$/, CURSOR_FAULT)
    .optional(),
  /**
   * Deprecated: number of devices to skip. `cursor` replaces it, and the server ignores it if both are
   * present.
   */
  offset: numberText(z.number().int().min(0).max(1_000_000).meta({ deprecated: true })).default(0),
});
export type DeviceQuery = z.output<typeof deviceQuery>;

/** Endpoints of the device list, separate because every page of a project loads them first. */
export const deviceListEndpoints = {
  deviceList: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/devices',
    access: both,
    needs: 'read',
    summary:
      'Devices of a project with state and figures: all, or one page of the matching ones; `total` counts the matches.',
    params: projectParams,
    query: deviceQuery,
    response: createListSchema(device),
  }),
  jobList: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/jobs',
    access: both,
    needs: 'read',
    summary: 'Lists jobs on devices, newest first.',
    params: projectParams,
    query: z.object({ cursor: pageCursor.optional(), limit: pageLimit(JOB_PAGE) }),
    response: createListSchema(job),
  }),
  jobGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/jobs/{jobId}',
    access: both,
    needs: 'read',
    summary: 'Returns one job with a row per device.',
    params: jobParams,
    response: job,
  }),
} as const;
