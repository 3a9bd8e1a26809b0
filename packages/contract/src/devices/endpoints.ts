import { z } from 'zod';
import { fileAnswer } from '../kit/download.ts';
import { endpoint } from '../kit/endpoint.ts';
import { secret } from '../kit/secret.ts';
import { deviceName, macAddress, serialNumber, claimCode, storableText } from '../net/index.ts';
import { projectParams } from '../projects/endpoints.ts';
import { job } from './jobs.ts';
import { DELETE_TYPES } from './device.ts';
import { deviceIds, deviceParams } from './params.ts';
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

export const deviceEndpoints = {
  deviceGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/devices/{deviceId}',
    access: both,
    needs: 'read',
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
} as const;
