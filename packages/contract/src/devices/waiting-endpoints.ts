import { z } from 'zod';
import { done, endpoint } from '../kit/endpoint.ts';
import { deviceName, serialNumber } from '../net/index.ts';
import { device } from './schema.ts';
import { waitingDevice } from './waiting.ts';

const both = ['web', 'openapi'] as const;
const params = z.object({ sn: serialNumber });

export const waitingEndpoints = {
  waitingDeviceList: endpoint({
    method: 'GET',
    path: '/api/v1/waiting-devices',
    access: both,
    needs: 'account',
    reads: ['waitingDevices'],
    summary:
      'Lists pending devices, which presented the caller’s cloud code or a certificate of an authority that the caller trusts.',
    response: z.object({ items: z.array(waitingDevice), waiting: z.number().int() }),
  }),
  waitingDeviceAdd: endpoint({
    method: 'POST',
    path: '/api/v1/waiting-devices/{sn}/add',
    access: both,
    needs: 'account',
    changes: ['waitingDevices', 'devices', 'projects'],
    summary:
      'Adds a pending device, without its claim code, to a project that the caller can configure. An API token must cover all projects.',
    params,
    body: z.object({ projectId: z.number().int().nonnegative(), name: deviceName.optional() }),
    response: device,
    status: 201,
    errors: [
      'invalidParameters',
      'projectInvalid',
      'projectExpired',
      'demoProject',
      'readOnly',
      'deviceLimit',
      'netModeMismatch',
      'deviceNameExists',
    ],
  }),
  waitingDeviceIgnore: endpoint({
    method: 'POST',
    path: '/api/v1/waiting-devices/{sn}/ignore',
    access: both,
    needs: 'account',
    changes: ['waitingDevices'],
    summary: 'Hides a pending device until it connects again after 24 h.',
    params,
    response: done,
    errors: ['invalidParameters'],
  }),
  waitingDeviceReject: endpoint({
    method: 'POST',
    path: '/api/v1/waiting-devices/{sn}/reject',
    access: both,
    needs: 'account',
    changes: ['waitingDevices'],
    summary: 'Hides a device until it is restored.',
    params,
    response: done,
    errors: ['invalidParameters'],
  }),
  waitingDeviceRestore: endpoint({
    method: 'POST',
    path: '/api/v1/waiting-devices/{sn}/restore',
    access: both,
    needs: 'account',
    changes: ['waitingDevices'],
    summary: 'Lists an ignored or rejected device again.',
    params,
    response: done,
    errors: ['invalidParameters'],
  }),
} as const;
