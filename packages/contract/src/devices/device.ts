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
  /** When the state was entered. */
  stateAt: z.string(),
  /** True until the device has spoken for the first time. */
  waiting: z.boolean(),
  managed: z.enum(['cloud', 'local']),
  /** What it can be asked to do. */
  features: z.array(feature),
  meshRole: z.enum(['primary', 'secondary']).optional(),
  ip: z.string().optional(),
  vlan: z.number().int().optional(),
  /** Port of the uplink device (or its own uplink port) that it hangs on. */
  port: z.string().optional(),
  uplink: z.object({ id: z.string(), name: z.string() }).optional(),
  softwareVersion: z.string().optional(),
  hardwareVersion: z.string().optional(),
  cpuPercent: z.number().optional(),
  memoryPercent: z.number().optional(),
  uptimeSeconds: z.number().optional(),
  clientCount: z.number().int().optional(),
  /** When the figures above arrived; their age is counted from here. */
  reportedAt: z.string().optional(),
  /** After three missed reports figures are stale, never current. */
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
    /** Scan, ping and the tunnel: never in demos. */
    diagnose: permission,
    openLocalPage: permission,
  }),
});
export type Device = z.infer<typeof device>;

/** What a report can change of a device: the same for everybody who may read it. Live events bring it along. */
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
