import { z } from 'zod';
import { done, endpoint } from '../kit/endpoint.ts';
import { AUTHORITY_PEM_MAX, trustedAuthority } from './authorities.ts';
import { job } from './jobs.ts';
import { deviceParams } from './params.ts';

const both = ['web', 'openapi'] as const;

/** Operations for OpenWiFi devices of other manufacturers: trusted authorities and image upgrades. */
/** Address of a manufacturer's image for an OpenWiFi device. */
export const imageUpgrade = z.object({
  imageUrl: z
    .url({ protocol: /^https?$/, error: 'Enter an address that begins with https:// or http://.' })
    .max(1_000, 'The address is longer than 1,000 characters. Enter a shorter one.'),
});

export const openWifiEndpoints = {
  authorityList: endpoint({
    method: 'GET',
    path: '/api/v1/account/authorities',
    access: both,
    needs: 'account',
    reads: ['waitingDevices'],
    summary: 'Lists the trusted certificate authorities of OpenWiFi devices, oldest first.',
    response: z.object({ items: z.array(trustedAuthority) }),
  }),
  authorityAdd: endpoint({
    method: 'POST',
    path: '/api/v1/account/authorities',
    access: both,
    needs: 'account',
    changes: ['waitingDevices'],
    summary:
      'Trusts an authority: OpenWiFi devices with its certificates become pending devices of this account. An authority belongs to one account.',
    body: z.object({
      /** Certificate of the authority in PEM. */
      pem: z
        .string({ error: 'Paste the certificate.' })
        .trim()
        .min(1, 'Paste the certificate.')
        .max(
          AUTHORITY_PEM_MAX,
          `The certificate is longer than ${AUTHORITY_PEM_MAX} characters. Paste a single certificate.`,
        ),
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
    changes: ['waitingDevices'],
    summary:
      'Stops trusting an authority: its devices are disconnected and its pending devices removed. Devices in projects stay there, offline.',
    params: z.object({ authorityId: z.uuid() }),
    response: done,
    errors: ['invalidParameters'],
  }),
  openWifiUpgrade: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/devices/{deviceId}/image-upgrades',
    access: both,
    needs: 'write',
    changes: ['jobs'],
    notInDemo: true,
    summary: 'Upgrades an OpenWiFi device with its manufacturer’s image from an address.',
    params: deviceParams,
    body: imageUpgrade,
    response: job,
    status: 202,
    errors: ['deviceOffline', 'upgrading', 'deviceRestarting', 'deviceBusy', 'unsupportedFeature'],
  }),
} as const;
