import { z } from 'zod';
import { deviceKind } from '../device-protocol/capabilities.ts';
import { fileAnswer } from '../kit/download.ts';
import { endpoint } from '../kit/endpoint.ts';
import { alarmKind, alarmSeverity } from '../alarms/schema.ts';
import { projectParams } from '../projects/endpoints.ts';

/** Maximum number of devices in each ranking. */
export const RANKED_DEVICES = 5;

const count = z.number().int().nonnegative();
const rankedDevice = z.object({
  id: z.string(),
  name: z.string(),
  kind: deviceKind,
  clients: count,
  /** Time at which the device reported the figures. */
  reportedAt: z.string().optional(),
});

export const projectStatus = z.object({
  /** Server time of this status. */
  at: z.string(),
  devices: z.object({
    total: count,
    online: count,
    /** Number of devices that were added but never connected. */
    waiting: count,
    /** Number of devices that are restarting; absent for none. */
    restarting: count.optional(),
    byKind: z.array(z.object({ kind: deviceKind, total: count, online: count })),
  }),
  clients: z.object({
    total: count,
    wired: count,
    /** Number of online clients that assigned themselves an address, because they got none by DHCP. */
    withoutAddress: count,
    byBand: z.array(z.object({ band: z.string(), clients: count })),
    bySsid: z.array(z.object({ ssid: z.string(), clients: count })),
  }),
  /** The gateway's connection to the internet; absent without a gateway. */
  uplink: z
    .object({
      device: z.object({ id: z.string(), name: z.string() }),
      online: z.boolean(),
      ports: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          up: z.boolean(),
          speedMbps: z.number().optional(),
        }),
      ),
      ip: z.string().optional(),
      reportedAt: z.string().optional(),
    })
    .optional(),
  /** The most severe open outage; absent if there is none. */
  outage: z
    .object({
      alarmId: z.string(),
      kind: alarmKind,
      severity: alarmSeverity,
      since: z.string(),
      /** Device that causes the outage; absent if the whole site is lost. */
      device: z.object({ id: z.string(), name: z.string(), kind: deviceKind }).optional(),
      /** Number of devices that cannot be reached because of the outage, including its cause. */
      devices: count,
      /** Number of clients that were connected to these devices and are still offline. */
      clients: count,
      firstStep: z.string(),
      /** Number of other open outages. */
      others: count,
    })
    .optional(),
  /** Devices with the most clients, in descending order. */
  busiest: z.array(rankedDevice),
  /** Devices with the lowest mean client signal, in ascending order; only devices with Wi-Fi clients. */
  weakest: z.array(rankedDevice.extend({ meanSignalDbm: z.number() })),
  /** Devices with the highest CPU load, in descending order, without devices whose figures are stale. */
  hottest: z.array(rankedDevice.extend({ cpuPercent: z.number() })),
});
export type ProjectStatus = z.infer<typeof projectStatus>;

export const statusEndpoints = {
  projectStatus: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/status',
    access: ['web', 'openapi'],
    needs: 'read',
    counts: ['devices', 'clients', 'alarms'],
    summary: 'Returns the summary of a project: devices, clients, uplink, busiest and weakest devices.',
    params: projectParams,
    response: projectStatus,
  }),
  projectMetrics: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/metrics',
    access: ['web', 'openapi'],
    needs: 'read',
    summary: 'Returns the project in Prometheus format: devices, ports, radios, clients, open alarms.',
    params: projectParams,
    download: true,
    response: fileAnswer,
  }),
} as const;
