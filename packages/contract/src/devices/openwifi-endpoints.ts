import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { AUTHORITY_PEM_MAX, trustedAuthority } from './authorities.ts';
import { job } from './jobs.ts';
import { deviceParams } from './params.ts';

const both = ['web', 'openapi'] as const;

/** Devices of other makers that speak OpenWiFi: whom an account trusts with them, and what they take. */
/** Where an OpenWiFi device finds the image of its maker. */
export const imageUpgrade = z.object({
  imageUrl: z
    .url({ protocol: /^https?$/, error: 'Enter an address that begins with https:// or http://.' })
    .max(1_000, 'The address is too long.'),
});

export const openWifiEndpoints = {
  authorityList: endpoint({
    method: 'GET',
    path: '/api/v1/account/authorities',
    access: both,
    needs: 'account',
    summary: 'Certificate authorities whose OpenWiFi devices wait for this account, oldest first.',
    response: z.object({ items: z.array(trustedAuthority) }),
  }),
  authorityAdd: endpoint({
    method: 'POST',
    path: '/api/v1/account/authorities',
    access: both,
    needs: 'account',
    summary:
      'Trusts an authority: OpenWiFi devices with certificates that it signed wait to be verified by this account. An authority belongs to one account.',
    body: z.object({
      /** Its certificate. */
      pem: z
        .string({ error: 'Paste the certificate.' })
        .trim()
        .min(1, 'Paste the certificate.')
        .max(AUTHORITY_PEM_MAX, 'The certificate is too long.'),
    }),
    response: trustedAuthority,
    status: 201,
    errors: ['invalidParameters'],
  }),
  authorityRemove: endpoint({
    method: 'DELETE',
    path: '/api/v1/account/authorities/{authorityId}',
    access: both,
    needs: 'account',
    summary:
      'Trusts an authority no more: connections of its devices end, and those that wait are forgotten. Devices stay in their projects, offline.',
    params: z.object({ authorityId: z.uuid() }),
    response: z.object({ ok: z.literal(true) }),
    errors: ['invalidParameters'],
  }),
  openWifiUpgrade: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/devices/{deviceId}/image-upgrades',
    access: both,
    needs: 'write',
    notInDemo: true,
    summary:
      'Has an OpenWiFi device take an image of its maker from an address. The device fetches and checks it itself; it is done when the device comes back with other software.',
    params: deviceParams,
    body: imageUpgrade,
    response: job,
    status: 202,
    errors: ['deviceOffline', 'upgrading', 'deviceRestarting', 'deviceBusy', 'unsupportedFeature'],
  }),
} as const;
