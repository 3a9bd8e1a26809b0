import { deviceParams } from '../devices/index.ts';
import { done, endpoint } from '../kit/endpoint.ts';
import { newHardware, replacementAnswer, replacementOrder, replacementReview } from './schema.ts';

const access = ['web', 'openapi'] as const;
const PATH = '/api/v1/projects/{projectId}/devices/{deviceId}';
const REFUSALS = [
  'claimRefused',
  'tooManyFailures',
  'deviceLimit',
  'serialNumberExists',
  'deviceUnknown',
  'deviceDeleted',
] as const;

export const replacementEndpoints = {
  deviceReplacementReview: endpoint({
    method: 'POST',
    path: `${PATH}/replacement-reviews`,
    access,
    needs: 'write',
    notInDemo: true,
    summary:
      'Reviews the replacement of the hardware of a device: what the new hardware takes over, and what it gets in another form. It stores nothing.',
    params: deviceParams,
    body: newHardware,
    response: replacementReview,
    errors: [...REFUSALS],
  }),
  deviceReplace: endpoint({
    method: 'POST',
    path: `${PATH}/replacement`,
    access,
    needs: 'write',
    changes: ['devices', 'waitingDevices', 'projects', 'networkConfig', 'deviceSettings', 'jobs', 'clients'],
    notInDemo: true,
    summary:
      'Replaces the hardware of a device, now or at the first contact of the new hardware. The device keeps its id, name, place, settings, history and open tasks. The credential of the present hardware ends.',
    params: deviceParams,
    body: replacementOrder,
    response: replacementAnswer,
    errors: [...REFUSALS, 'rfRunning'],
    status: 202,
  }),
  deviceReplacementCancel: endpoint({
    method: 'DELETE',
    path: `${PATH}/replacement`,
    access,
    needs: 'write',
    changes: ['devices'],
    notInDemo: true,
    summary: 'Cancels a replacement that waits for the first contact of the new hardware.',
    params: deviceParams,
    response: done,
    errors: ['deviceUnknown', 'deviceDeleted'],
  }),
} as const;
