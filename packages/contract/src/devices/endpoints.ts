import { z } from 'zod';
import { deviceKind } from '../device-protocol/capabilities.ts';
import { fileAnswer } from '../kit/download.ts';
import { endpoint } from '../kit/endpoint.ts';
import { numberText } from '../kit/number-text.ts';
import { CURSOR_FAULT, createListSchema, pageCursor, pageLimit } from '../kit/page.ts';
import { secret } from '../kit/secret.ts';
import { deviceName, macAddress, serialNumber, claimCode, searchText, storableText } from '../net/index.ts';
import { projectParams } from '../projects/endpoints.ts';
import { job } from './jobs.ts';
import { DELETE_TYPES } from './device.ts';
import { maintenanceEndpoints } from './maintenance-endpoints.ts';
import { meshEndpoints } from './mesh-endpoints.ts';
import { openWifiEndpoints } from './openwifi-endpoints.ts';
import { deviceIds, deviceParams, jobParams } from './params.ts';
import { roleEndpoints } from './role-endpoints.ts';
import {
  batch,
  device,
  deviceDetail,
  importQuery,
  importResult,
  importRow,
  IMPORT_MAX_BYTES,
  newDevice,
} from './schema.ts';
import { settingsEndpoints } from './settings-endpoints.ts';
import { tunnelEndpoints } from './tunnel-endpoints.ts';
import { waitingEndpoints } from './waiting-endpoints.ts';

export { deviceParams };

const both = ['web', 'openapi'] as const;

export const baseDevice = z.object({
  sn: serialNumber,
  mac: macAddress,
  model: storableText(40).min(1),
  claimCode,
  /** Secret of 256 bits in hex. */
  secret: secret(z.string().regex(/^[0-9a-f]{64}$/i, 'The secret has 64 hexadecimal digits.')),
});

const DEVICE_PAGE_MAX = 1_000;
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
});
export type DeviceQuery = z.output<typeof deviceQuery>;

export const deviceEndpoints = {
  deviceList: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/devices',
    access: both,
    needs: 'read',
    reads: ['devices'],
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
    reads: ['jobs'],
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
    reads: ['jobs'],
    summary: 'Returns one job with a row per device.',
    params: jobParams,
    response: job,
  }),
  deviceGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/devices/{deviceId}',
    access: both,
    needs: 'read',
    reads: ['devices'],
    summary: 'Returns one device with its ports and capabilities.',
    params: deviceParams,
    response: deviceDetail,
    errors: ['invalidParameters', 'deviceUnknown', 'deviceDeleted'],
  }),
  deviceDrawing: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/devices/{deviceId}/drawing',
    access: both,
    needs: 'read',
    summary: 'Returns a drawing of the device from its housing, ports and antennas (SVG).',
    params: deviceParams,
    download: true,
    response: fileAnswer,
    errors: ['invalidParameters', 'deviceUnknown', 'deviceDeleted'],
  }),
  deviceAdd: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/devices',
    access: both,
    needs: 'write',
    changes: ['devices', 'projects'],
    notInDemo: true,
    summary: 'Adds a device by serial number and claim code.',
    params: projectParams,
    body: newDevice,
    response: device,
    errors: ['claimRefused', 'deviceLimit', 'netModeMismatch', 'deviceNameExists', 'tooManyFailures'],
    status: 201,
  }),
  deviceBatchCheck: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/device-batch-checks',
    access: both,
    needs: 'write',
    notInDemo: true,
    summary:
      'Checks up to 500 devices row by row, and adds none. At most 2,000 different wrong claim codes are compared in 1 h.',
    params: projectParams,
    body: batch,
    response: z.object({ rows: z.array(importRow) }),
    errors: ['importTooLong'],
  }),
  deviceBatchAdd: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/device-batches',
    access: both,
    needs: 'write',
    changes: ['devices', 'projects'],
    notInDemo: true,
    summary: 'Adds the valid devices of a list of up to 500, and returns the errors of the others.',
    params: projectParams,
    body: batch,
    response: z.object({ added: z.number().int(), rows: z.array(importRow) }),
    errors: ['importTooLong', 'deviceNameExists'],
  }),
  deviceImport: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/device-imports',
    access: both,
    needs: 'write',
    changes: ['devices', 'projects'],
    notInDemo: true,
    summary:
      'Adds up to 500 devices from an .xlsx, .xls, .ods or .csv file, or only checks them. If a row has an error, it adds none.',
    params: projectParams,
    query: importQuery,
    upload: { field: 'file', maxBytes: IMPORT_MAX_BYTES },
    response: importResult,
    errors: ['importTooLong', 'deviceNameExists'],
  }),
  deviceRename: endpoint({
    method: 'PATCH',
    path: '/api/v1/projects/{projectId}/devices/{deviceId}',
    access: both,
    needs: 'write',
    changes: ['devices'],
    summary: 'Renames a device.',
    params: deviceParams,
    body: z.object({ name: deviceName }),
    response: device,
    errors: ['deviceNameExists', 'deviceUnknown', 'deviceDeleted'],
  }),
  deviceRemove: endpoint({
    method: 'DELETE',
    path: '/api/v1/projects/{projectId}/devices/{deviceId}',
    access: both,
    needs: 'owner',
    changes: ['devices', 'clients', 'alarms', 'projects'],
    summary: 'Removes a device from the project and revokes its credential.',
    params: deviceParams,
    response: z.object({
      ok: z.literal(true),
      /** Kind of removal: unbind 2, so that the device can be added to a project again. */
      deleteType: z.literal(DELETE_TYPES.unbind),
    }),
    errors: ['deviceUnknown', 'deviceDeleted'],
  }),
  deviceRestart: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/device-restarts',
    access: both,
    needs: 'write',
    changes: ['jobs'],
    summary: 'Restarts devices. The job is done when each device has reconnected.',
    params: projectParams,
    body: z.object({ deviceIds }),
    response: job,
    errors: [
      'deviceOffline',
      'upgrading',
      'deviceRestarting',
      'deviceBusy',
      'unsupportedFeature',
      'deviceUnknown',
      'deviceDeleted',
    ],
    status: 202,
  }),
  baseDeviceRegister: endpoint({
    method: 'POST',
    path: '/api/v1/manufacturer/base-devices',
    access: both,
    needs: 'manufacturer',
    summary: "Registers devices in the manufacturer's base device list.",
    body: z.object({ devices: z.array(baseDevice).min(1).max(10_000) }),
    response: z.object({ registered: z.number().int() }),
    errors: ['serialNumberExists'],
    status: 201,
  }),
  ...waitingEndpoints,
  ...openWifiEndpoints,
  ...maintenanceEndpoints,
  ...meshEndpoints,
  ...roleEndpoints,
  ...settingsEndpoints,
  ...tunnelEndpoints,
} as const;
