import { z } from 'zod';
import { deviceKind, feature } from '../device-protocol/capabilities.ts';
import { configIssue } from '../device-protocol/config-issue.ts';
import { permission } from '../kit/page.ts';
import { DEVICE_ROLES } from './roles.ts';

/**
 * Numbers of the management modes in the API (specification §3, docs/decisions/0121). Device messages use
 * other numbers.
 */
export const MANAGEMENT_MODES = { cloud: 1, local: 2 } as const;
/** OpenWiFi devices are connected by TCP (a web socket), all others by MQTT. */
export const LINK_TYPES = { tcp: 0, mqtt: 1 } as const;
export const CONFIG_STATES = { notConfigured: 0, configured: 1 } as const;
/**
 * Numbers of the kinds of removal. A removed device is unbound, so that it can be added to a project again.
 */
export const DELETE_TYPES = { delete: 1, unbind: 2 } as const;

export const device = z.object({
  id: z.string(),
  sn: z.string(),
  mac: z.string(),
  name: z.string(),
  model: z.string(),
  modelName: z.string(),
  kind: deviceKind,
  /** Role of the device in its project, which determines what it is sent. */
  role: z.enum(DEVICE_ROLES),
  state: z.number().int().min(0).max(9),
  /** Time of the last state change. */
  stateAt: z.string(),
  /** True until the device has connected for the first time. */
  waiting: z.boolean(),
  managed: z.enum(['cloud', 'local']),
  /** Management mode as a number: cloud 1, local 2. */
  managementMode: z.literal(Object.values(MANAGEMENT_MODES)),
  /** Type of the connection: TCP 0, MQTT 1. */
  linkType: z.literal(Object.values(LINK_TYPES)),
  /** State of the configuration: 0 is not configured, 1 means that the device has applied a configuration. */
  configState: z.literal(Object.values(CONFIG_STATES)),
  /** Features of the device that the console can offer. */
  features: z.array(feature),
  /** Role that a mesh node reports. */
  meshRole: z.enum(['primary', 'secondary']).optional(),
  ip: z.string().optional(),
  vlan: z.number().int().optional(),
  /** Port of the uplink device that the device is connected to, or the device's own uplink port. */
  port: z.string().optional(),
  uplink: z.object({ id: z.string(), name: z.string() }).optional(),
  /** Number of connections between a mesh node and the primary node; absent without a report. */
  hops: z.number().int().optional(),
  /** Signal of the parent at a mesh node (dBm); absent for a wired connection. */
  backhaulDbm: z.number().optional(),
  softwareVersion: z.string().optional(),
  hardwareVersion: z.string().optional(),
  cpuPercent: z.number().optional(),
  memoryPercent: z.number().optional(),
  uptimeSeconds: z.number().optional(),
  clientCount: z.number().int().optional(),
  /** Time of arrival of the figures above, from which their age is computed. */
  reportedAt: z.string().optional(),
  /** True after three missed reports. */
  stale: z.boolean(),
  /** Last message of the device that was refused as a whole, or cleaned: parts of it were left out. */
  lastRefusal: z
    .object({ at: z.string(), kind: z.enum(['refused', 'cleaned']), reason: z.string() })
    .optional(),
  config: z.object({
    desiredRev: z.number().int(),
    reportedRev: z.number().int(),
    status: z.enum([
      'none',
      'queued',
      'sent',
      'received',
      'applying',
      'applied',
      'partial',
      'rejected',
      'rolledback',
      'drifted',
    ]),
    issues: z.array(configIssue),
  }),
  can: z.object({
    configure: permission,
    restart: permission,
    reset: permission,
    upgrade: permission,
    rename: permission,
    remove: permission,
    /** Permission to replace the hardware. */
    replace: permission,
    /** Permission for scan, ping and tunnel; not given in demos. */
    diagnose: permission,
    openLocalPage: permission,
  }),
});
export type Device = z.infer<typeof device>;

/** Fields of a device that its reports change. All viewers may read them, so live events include them. */
export const DEVICE_FIGURES = [
  'ip',
  'vlan',
  'port',
  'uplink',
  'hops',
  'backhaulDbm',
  'cpuPercent',
  'memoryPercent',
  'uptimeSeconds',
  'clientCount',
  'reportedAt',
  'stale',
] as const satisfies readonly (keyof Device)[];
