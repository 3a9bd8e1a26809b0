import { z } from 'zod';
import { accountEndpoints } from './accounts/index.ts';
import { alarmEndpoints } from './alarms/index.ts';
import { clientEndpoints } from './clients/index.ts';
import {
  deviceEndpoints,
  deviceListEndpoints,
  maintenanceEndpoints,
  meshEndpoints,
  openWifiEndpoints,
  roleEndpoints,
  settingsEndpoints,
  tunnelEndpoints,
  waitingEndpoints,
} from './devices/index.ts';
import { firmwareEndpoints } from './firmware/index.ts';
import { networkEndpoints } from './network/index.ts';
import { endpoint } from './kit/endpoint.ts';
import { auditEndpoints } from './audit/index.ts';
import { messageEndpoints } from './messages/index.ts';
import { dataScreenEndpoints, projectEndpoints } from './projects/index.ts';
import { sharingEndpoints } from './sharing/index.ts';
import { statusEndpoints, telemetryEndpoints } from './telemetry/index.ts';
import { logEndpoints } from './logs/index.ts';
import { templateEndpoints } from './templates/index.ts';
import { topologyEndpoints } from './topology/index.ts';
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

/** The operations of all slices except floor plans, which only their page loads. */
export const MAIN_SLICES = {
  platform: platformEndpoints,
  accounts: accountEndpoints,
  projects: { ...projectEndpoints, ...dataScreenEndpoints },
  sharing: sharingEndpoints,
  audit: auditEndpoints,
  devices: {
    ...deviceListEndpoints,
    ...deviceEndpoints,
    ...waitingEndpoints,
    ...openWifiEndpoints,
    ...maintenanceEndpoints,
    ...meshEndpoints,
    ...roleEndpoints,
    ...settingsEndpoints,
    ...tunnelEndpoints,
  },
  firmware: firmwareEndpoints,
  network: networkEndpoints,
  wireless: wirelessEndpoints,
  telemetry: { ...telemetryEndpoints, ...statusEndpoints },
  clients: clientEndpoints,
  alarms: alarmEndpoints,
  logs: logEndpoints,
  messages: messageEndpoints,
  templates: templateEndpoints,
  topology: topologyEndpoints,
} as const;

export const mainApi = {
  ...MAIN_SLICES.platform,
  ...MAIN_SLICES.accounts,
  ...MAIN_SLICES.projects,
  ...MAIN_SLICES.sharing,
  ...MAIN_SLICES.audit,
  ...MAIN_SLICES.devices,
  ...MAIN_SLICES.firmware,
  ...MAIN_SLICES.network,
  ...MAIN_SLICES.wireless,
  ...MAIN_SLICES.telemetry,
  ...MAIN_SLICES.clients,
  ...MAIN_SLICES.alarms,
  ...MAIN_SLICES.logs,
  ...MAIN_SLICES.messages,
  ...MAIN_SLICES.templates,
  ...MAIN_SLICES.topology,
} as const;
