import { z } from 'zod';
import { deviceKind, feature } from '../device-protocol/capabilities.ts';
import { configIssue } from '../device-protocol/config-issue.ts';
import { permission } from '../kit/page.ts';

export const device = z.object({
  id: z.string(),
  sn: z.string(),
  mac: z.string(),
  name: z.string(),
  model: z.string(),
  modelName: z.string(),
  kind: deviceKind,
  state: z.number().int().min(0).max(9),
  /** Time of the last state change. */
  stateAt: z.string(),
  /** True until the device has connected for the first time. */
  waiting: z.boolean(),
  managed: z.enum(['cloud', 'local']),
  /** Features that can be used. */
  features: z.array(feature),
  meshRole: z.enum(['primary', 'secondary']).optional(),
  ip: z.string().optional(),
  vlan: z.number().int().optional(),
  /** Port of the uplink device that it is connected to, or its own uplink port. */
  port: z.string().optional(),
  uplink: z.object({ id: z.string(), name: z.string() }).optional(),
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
    /** Scan, ping and tunnel; not available in demos. */
    diagnose: permission,
    openLocalPage: permission,
  }),
});
export type Device = z.infer<typeof device>;

/** Fields of a device that reports change. They are the same for every reader, so live events include them. */
export const DEVICE_FIGURES = [
  'ip',
  'vlan',
  'port',
  'uplink',
  'cpuPercent',
  'memoryPercent',
  'uptimeSeconds',
  'clientCount',
  'reportedAt',
  'stale',
] as const satisfies readonly (keyof Device)[];
