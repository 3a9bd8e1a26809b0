import { z } from 'zod';
import { deviceParams, job } from '../devices/index.ts';
import { endpoint } from '../kit/endpoint.ts';
import { storableText } from '../net/index.ts';

const access = ['web', 'openapi'] as const;
const PATH = '/api/v1/projects/{projectId}/devices/{deviceId}';

const diskParams = deviceParams.extend({
  /** Id of the disk's bay, as the recorder reports it. */
  diskId: storableText(15).min(1),
});

export const videoEndpoints = {
  recorderDiskFormat: endpoint({
    method: 'POST',
    path: `${PATH}/disks/{diskId}/formats`,
    access,
    needs: 'write',
    changes: ['jobs', 'devices'],
    summary:
      'Formats a disk of a recorder, which deletes all recordings on it. The recorder does not record on this disk meanwhile.',
    params: diskParams,
    body: z.object({
      /** Name of the recorder, as a confirmation. */
      deviceName: storableText(64),
    }),
    response: job,
    errors: [
      'deviceOffline',
      'upgrading',
      'deviceRestarting',
      'deviceBusy',
      'unsupportedFeature',
      'deviceUnknown',
      'deviceDeleted',
      'diskFormatting',
      'diskFormatFailed',
      'diskMissing',
    ],
    status: 202,
  }),
} as const;
