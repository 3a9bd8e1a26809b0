import { z } from 'zod';
import { deviceIds, job } from '../devices/schema.ts';
import { FIRMWARE_MAX_BYTES } from '../device-protocol/firmware.ts';
import { done, endpoint } from '../kit/endpoint.ts';
import { projectParams } from '../projects/endpoints.ts';
import { storableText } from '../net/index.ts';
import { firmware, firmwareChannel, firmwareUpdate } from './schema.ts';

const both = ['web', 'openapi'] as const;
const path = '/api/v1/projects/{projectId}';
const firmwareId = z.uuid();
const upload = { field: 'file', maxBytes: FIRMWARE_MAX_BYTES, tooLarge: 'fileRefused' } as const;
const REFUSALS = ['fileRefused', 'signature', 'model', 'storageFull'] as const;

export const firmwareEndpoints = {
  firmwareList: endpoint({
    method: 'GET',
    path: `${path}/firmware`,
    access: both,
    needs: 'read',
    reads: ['firmware'],
    summary:
      "Returns the firmware for the project's models, the channel of each model, and the devices that can be upgraded.",
    params: projectParams,
    response: z.object({
      items: z.array(firmware),
      channels: z.array(z.object({ model: z.string(), modelName: z.string(), channel: firmwareChannel })),
      updates: z.array(firmwareUpdate),
    }),
  }),
  firmwareUpload: endpoint({
    method: 'POST',
    path: `${path}/firmware`,
    access: both,
    needs: 'write',
    changes: ['firmware'],
    notInDemo: true,
    summary: 'Uploads an upgrade file (.bin, signed by the manufacturer) for devices of this project.',
    params: projectParams,
    upload,
    response: firmware,
    errors: REFUSALS,
    status: 201,
  }),
  firmwareRemove: endpoint({
    method: 'DELETE',
    path: `${path}/firmware/{firmwareId}`,
    access: both,
    needs: 'write',
    changes: ['firmware'],
    summary: 'Removes an upgrade file that the project uploaded.',
    params: projectParams.extend({ firmwareId }),
    response: done,
  }),
  firmwareChannelSet: endpoint({
    method: 'PUT',
    path: `${path}/firmware-channels`,
    access: both,
    needs: 'write',
    changes: ['firmware'],
    summary: 'Chooses the release channel of a model in this project.',
    params: projectParams,
    body: z.object({ model: storableText(40).min(1), channel: firmwareChannel }),
    response: done,
  }),
  deviceUpgrade: endpoint({
    method: 'POST',
    path: `${path}/device-upgrades`,
    access: both,
    needs: 'write',
    changes: ['jobs'],
    summary: 'Upgrades devices.',
    params: projectParams,
    body: z.object({
      deviceIds,
      firmwareId,
      /** True to upgrade in waves; false to upgrade all devices at the same time. */
      waves: z.boolean().default(true),
      /** True to include devices with the same or a newer version. */
      downgrade: z.boolean().default(false),
    }),
    response: job,
    errors: [
      'deviceOffline',
      'upgrading',
      'deviceRestarting',
      'deviceBusy',
      'unsupportedFeature',
      'model',
      'fileMissing',
    ],
    status: 202,
  }),
  releaseList: endpoint({
    method: 'GET',
    path: '/api/v1/manufacturer/firmware',
    access: both,
    needs: 'manufacturer',
    reads: ['firmware'],
    summary: 'Lists released firmware, with its channel.',
    response: z.object({ items: z.array(firmware) }),
  }),
  releaseUpload: endpoint({
    method: 'POST',
    path: '/api/v1/manufacturer/firmware-channels/{channel}',
    access: both,
    needs: 'manufacturer',
    changes: ['firmware'],
    summary: 'Releases firmware to a channel for every project that has its models.',
    params: z.object({ channel: firmwareChannel }),
    upload,
    response: firmware,
    errors: REFUSALS,
    status: 201,
  }),
  releaseMove: endpoint({
    method: 'PATCH',
    path: '/api/v1/manufacturer/firmware/{firmwareId}',
    access: both,
    needs: 'manufacturer',
    changes: ['firmware'],
    summary: 'Moves a release to another channel.',
    params: z.object({ firmwareId }),
    body: z.object({ channel: firmwareChannel }),
    response: firmware,
    errors: ['fileMissing'],
  }),
  releaseWithdraw: endpoint({
    method: 'DELETE',
    path: '/api/v1/manufacturer/firmware/{firmwareId}',
    access: both,
    needs: 'manufacturer',
    changes: ['firmware'],
    summary: 'Withdraws a release. It is then no longer offered.',
    params: z.object({ firmwareId }),
    response: done,
    errors: ['fileMissing'],
  }),
} as const;
