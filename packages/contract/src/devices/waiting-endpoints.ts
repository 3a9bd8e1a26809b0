import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { deviceName, serialNumber } from '../net/index.ts';
import { device } from './schema.ts';
import { waitingDevice } from './waiting.ts';

/** Who answers for a device that joins has to be a person at the console. */
const web = ['web'] as const;
const ok = z.object({ ok: z.literal(true) });
const params = z.object({ sn: serialNumber });

export const waitingEndpoints = {
  waitingDeviceList: endpoint({
    method: 'GET',
    path: '/api/v1/waiting-devices',
    access: web,
    needs: 'account',
    summary: 'Devices that presented the cloud code of the caller and wait to be verified.',
    response: z.object({ items: z.array(waitingDevice), waiting: z.number().int() }),
  }),
  waitingDeviceAdd: endpoint({
    method: 'POST',
    path: '/api/v1/waiting-devices/{sn}/add',
    access: web,
    needs: 'account',
    summary: 'Adds a waiting device to a project that the caller may write; no claim code is asked for.',
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
      'deviceNameExists',
    ],
  }),
  waitingDeviceIgnore: endpoint({
    method: 'POST',
    path: '/api/v1/waiting-devices/{sn}/ignore',
    access: web,
    needs: 'account',
    summary: 'Hides a waiting device until it calls again after 24 hours.',
    params,
    response: ok,
    errors: ['invalidParameters'],
  }),
  waitingDeviceReject: endpoint({
    method: 'POST',
    path: '/api/v1/waiting-devices/{sn}/reject',
    access: web,
    needs: 'account',
    summary: 'Keeps a device out of the caller’s list until that is taken back.',
    params,
    response: ok,
    errors: ['invalidParameters'],
  }),
  waitingDeviceRestore: endpoint({
    method: 'POST',
    path: '/api/v1/waiting-devices/{sn}/restore',
    access: web,
    needs: 'account',
    summary: 'Takes back that a device was ignored or rejected.',
    params,
    response: ok,
    errors: ['invalidParameters'],
  }),
} as const;
