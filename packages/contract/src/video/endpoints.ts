import { z } from 'zod';
import { deviceParams, job } from '../devices/index.ts';
import { fileAnswer } from '../kit/download.ts';
import { done, endpoint, fillPath } from '../kit/endpoint.ts';
import { permission } from '../kit/page.ts';
import { MAX_CHANNELS } from '../device-protocol/recorder-stat.ts';
import { refuseDuplicates } from '../kit/duplicates.ts';
import { storableText } from '../net/index.ts';
import { projectParams } from '../projects/endpoints.ts';
import { cameraPicture, pictureSize } from './schema.ts';

const access = ['web', 'openapi'] as const;
const PATH = '/api/v1/projects/{projectId}/devices/{deviceId}';

const diskParams = deviceParams.extend({
  /** Id of the disk's bay, as the recorder reports it. */
  diskId: storableText(15).min(1),
});

/** Largest number of days that can be promised: ten years. */
export const PROMISED_DAYS_MAX = 3_650;

const promisedChannels = z
  .array(
    z.object({
      number: z.number().int().min(1).max(MAX_CHANNELS),
      /** Null to remove the promise. */
      days: z.number().int().min(1).max(PROMISED_DAYS_MAX).nullable(),
    }),
  )
  .min(1)
  .max(MAX_CHANNELS)
  .check(refuseDuplicates(({ number }) => String(number), 'A channel may be listed once.'));

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
  recordingPromisesSet: endpoint({
    method: 'PUT',
    path: `${PATH}/promised-days`,
    access,
    needs: 'write',
    changes: ['devices'],
    summary:
      'Sets for how many days recordings of cameras must be held. Nothing is sent to the recorder: an alarm is raised while it will hold fewer days.',
    params: deviceParams,
    body: z.object({ channels: promisedChannels }),
    response: done,
    errors: ['deviceUnknown', 'deviceDeleted'],
  }),
  cameraPictureList: endpoint({
    method: 'GET',
    path: `${PATH}/pictures`,
    access,
    needs: 'pictures',
    reads: ['pictures', 'devices'],
    summary: 'Lists the newest picture of a camera and the pictures of its events, newest first.',
    params: deviceParams,
    response: z.object({
      newest: cameraPicture.optional(),
      events: z.array(cameraPicture),
      can: z.object({ take: permission }),
    }),
    errors: ['deviceUnknown', 'deviceDeleted'],
  }),
  cameraPictureGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/pictures/{pictureId}',
    access,
    needs: 'pictures',
    summary: 'Returns a picture of a camera as JPEG.',
    params: projectParams.extend({ pictureId: z.uuid() }),
    query: z.object({ size: pictureSize.default('large') }),
    download: true,
    response: fileAnswer,
    errors: ['fileMissing'],
  }),
  cameraPictureTake: endpoint({
    method: 'POST',
    path: `${PATH}/pictures`,
    access,
    needs: 'write',
    changes: ['jobs', 'pictures'],
    summary: 'Asks a camera for its present picture, which replaces the newest one when it arrives.',
    params: deviceParams,
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
} as const;

/** Returns the path of a picture of a camera. */
export const formatPictureUrl = (
  projectId: number,
  pictureId: string,
  size: 'large' | 'small' = 'large',
): string => `${fillPath(videoEndpoints.cameraPictureGet.path, { projectId, pictureId })}?size=${size}`;
