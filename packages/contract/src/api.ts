import { z } from 'zod';
import { accountEndpoints } from './accounts/index.ts';
import { alarmEndpoints } from './alarms/index.ts';
import { backupEndpoints } from './backups/index.ts';
import { clientEndpoints } from './clients/index.ts';
import { deviceEndpoints } from './devices/index.ts';
import { firmwareEndpoints } from './firmware/index.ts';
import { networkEndpoints } from './network/index.ts';
import { endpoint } from './kit/endpoint.ts';
import { auditEndpoints } from './audit/index.ts';
import { mapEndpoints } from './maps/index.ts';
import { messageEndpoints } from './messages/index.ts';
import { dataScreenEndpoints, projectEndpoints } from './projects/index.ts';
import { replacementEndpoints } from './replacement/index.ts';
import { rfEndpoints } from './rf/index.ts';
import { sandboxEndpoints } from './sandboxes/index.ts';
import { sharingEndpoints } from './sharing/index.ts';
import { statusEndpoints, telemetryEndpoints } from './telemetry/index.ts';
import { logEndpoints } from './logs/index.ts';
import { templateEndpoints } from './templates/index.ts';
import { topologyEndpoints } from './topology/index.ts';
import { videoEndpoints } from './video/index.ts';
import { wirelessEndpoints } from './network/wireless/index.ts';

const platformEndpoints = {
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    access: ['web', 'openapi'],
    needs: 'public',
    summary: 'Returns the state and the version of the server.',
    response: z.object({ status: z.literal('ok'), version: z.string() }),
  }),
} as const;

/** The operations by slice, as the public document groups them. */
export const API_SLICES = {
  platform: platformEndpoints,
  accounts: accountEndpoints,
  projects: { ...projectEndpoints, ...dataScreenEndpoints, ...sandboxEndpoints },
  sharing: sharingEndpoints,
  audit: auditEndpoints,
  devices: { ...deviceEndpoints, ...replacementEndpoints },
  firmware: firmwareEndpoints,
  network: networkEndpoints,
  wireless: wirelessEndpoints,
  rf: rfEndpoints,
  backups: backupEndpoints,
  telemetry: { ...telemetryEndpoints, ...statusEndpoints },
  clients: clientEndpoints,
  alarms: alarmEndpoints,
  logs: logEndpoints,
  messages: messageEndpoints,
  templates: templateEndpoints,
  topology: topologyEndpoints,
  maps: mapEndpoints,
  video: videoEndpoints,
} as const;

/** Every operation of Northlight by name; the server does not compile without a handler for each. */
export const api = {
  ...API_SLICES.platform,
  ...API_SLICES.accounts,
  ...API_SLICES.projects,
  ...API_SLICES.sharing,
  ...API_SLICES.audit,
  ...API_SLICES.devices,
  ...API_SLICES.firmware,
  ...API_SLICES.network,
  ...API_SLICES.wireless,
  ...API_SLICES.rf,
  ...API_SLICES.backups,
  ...API_SLICES.telemetry,
  ...API_SLICES.clients,
  ...API_SLICES.alarms,
  ...API_SLICES.logs,
  ...API_SLICES.messages,
  ...API_SLICES.templates,
  ...API_SLICES.topology,
  ...API_SLICES.maps,
  ...API_SLICES.video,
} as const;

export type Api = typeof api;
export type ApiKey = keyof Api;
