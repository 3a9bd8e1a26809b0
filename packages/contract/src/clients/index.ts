import { z } from 'zod';
import { numberText } from '../kit/number-text.ts';
import { endpoint } from '../kit/endpoint.ts';
import { createListSchema, createWholeListSchema, CURSOR_FAULT, SEARCH_MAX } from '../kit/page.ts';
import { clientName, macAddress, searchText } from '../net/index.ts';
import { projectParams } from '../projects/endpoints.ts';
import { connectionCheck } from './connection-check.ts';

export * from './connection-check.ts';
export * from './self-assigned.ts';
export * from './signal-level.ts';

/** Maximum error of `lastSeenAt`. */
export const CLIENT_SEEN_ACCURACY_MS = 30_000;

export const onlineClient = z.object({
  mac: z.string(),
  /** Name given by a user, otherwise the reported name, otherwise the MAC. */
  name: z.string(),
  /** Name that the client reports; present if a user has given it another name. */
  reportedName: z.string().optional(),
  ip: z.string().optional(),
  vlan: z.number().int().optional(),
  ssid: z.string().optional(),
  band: z.string().optional(),
  port: z.string().optional(),
  device: z.object({ id: z.string(), name: z.string() }),
  signalDbm: z.number().optional(),
  rxBytes: z.number().optional(),
  txBytes: z.number().optional(),
  rxRateKbps: z.number().optional(),
  txRateKbps: z.number().optional(),
  online: z.boolean(),
  connectedAt: z.string(),
  lastSeenAt: z.string(),
});
export type OnlineClient = z.infer<typeof onlineClient>;

/** A continuous stay of a client at one device. */
export const clientVisit = z.object({
  from: z.string(),
  /** End of the visit; absent while it lasts. */
  until: z.string().optional(),
  device: z.object({ id: z.string(), name: z.string() }),
  ssid: z.string().optional(),
  band: z.string().optional(),
  port: z.string().optional(),
  /** Signal of a wireless client at the beginning of the visit; absent if the device did not report it. */
  signalDbm: z.number().optional(),
  /** Last signal that was reported during the visit; absent while the visit lasts. */
  lastSignalDbm: z.number().optional(),
  /**
   * Access point or mesh node from which the client roamed, with its last signal there; absent for a client that
   * joined.
   */
  roamedFrom: z
    .object({ device: z.object({ id: z.string(), name: z.string() }), signalDbm: z.number().optional() })
    .optional(),
  /** Pause before the visit, if work on the access point before explains it; absent otherwise. */
  pause: z
    .object({
      seconds: z.number().int().nonnegative(),
      /** Title of the work, such as `Channel plan: 12 radios`, and its time. */
      cause: z.string(),
      at: z.string(),
    })
    .optional(),
});
export type ClientVisit = z.infer<typeof clientVisit>;

/** Maximum pause between two visits of a client that roams. A longer pause is a new connection. */
export const ROAM_GAP_MS = 30_000;
/** Maximum visits returned per client, newest first. */
export const CLIENT_VISITS_SHOWN = 100;
/** Retention of visits (days). */
export const CLIENT_VISITS_DAYS = 31;

const CLIENT_PAGE_MAX = 1_000;

const clientQuery = z.object({
  /** Text in the name, the MAC, the IP address, the SSID or the name of the device. */
  search: searchText(SEARCH_MAX).optional(),
  online: z.enum(['true', 'false']).optional(),
  /** Maximum number of clients in the answer; absent for all clients. */
  limit: numberText(z.number().int().min(1).max(CLIENT_PAGE_MAX)).optional(),
  /** MAC of the last client of the previous page. */
  cursor: z
    .string()
    .regex(/^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/, CURSOR_FAULT)
    .optional(),
});
export type ClientQuery = z.output<typeof clientQuery>;

const clientParams = projectParams.extend({ mac: macAddress });

export const clientEndpoints = {
  clientVisits: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/clients/{mac}/visits',
    access: ['web', 'openapi'],
    needs: 'read',
    reads: ['clients'],
    summary:
      'Lists the visits of a client within the last month, newest first, with the devices from which it roamed.',
    params: clientParams,
    response: createWholeListSchema(clientVisit),
  }),
  clientConnectionCheck: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/clients/{mac}/connection-check',
    access: ['web', 'openapi'],
    needs: 'read',
    reads: ['networkConfig', 'deviceSettings', 'topology'],
    counts: ['devices', 'clients'],
    summary:
      'Checks each step between a client and the internet: radio or port, VLAN, ports of the path, address, gateway and WAN.',
    params: clientParams,
    response: connectionCheck,
  }),
  clientRename: endpoint({
    method: 'PATCH',
    path: '/api/v1/projects/{projectId}/clients/{mac}',
    access: ['web', 'openapi'],
    needs: 'write',
    changes: ['clients'],
    summary: 'Names a client, even before its first visit. An empty name restores the reported one.',
    params: clientParams,
    body: z.object({ name: z.union([z.literal(''), clientName]) }),
    response: z.object({ mac: z.string(), name: z.string() }),
  }),
  clientList: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/clients',
    access: ['web', 'openapi'],
    needs: 'read',
    reads: ['clients'],
    summary:
      'Lists the online clients of a project, and clients that left within the last day: all, or one page of them; `total` counts all.',
    params: projectParams,
    query: clientQuery,
    response: createListSchema(onlineClient),
  }),
} as const;
