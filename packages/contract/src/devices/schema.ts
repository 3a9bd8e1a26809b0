import { z } from 'zod';
import { capabilities, deviceKind, feature } from '../device-protocol/capabilities.ts';
import { configIssue } from '../device-protocol/config.ts';
import { permission } from '../kit/page.ts';
import { claimCode, deviceName, serialNumber } from '../net/index.ts';

export const IMPORT_MAX_ROWS = 500;
export const IMPORT_MAX_BYTES = 2 * 1024 * 1024;

/** Most devices of a kind in one project (specification §9; an AC is a gateway without WAN). */
export const DEVICE_LIMITS = { gateway: 1, accessSwitch: 99, coreSwitch: 99, ap: 999 } as const;
/** A figure is stale after three missed reports. */
export const STALE_AFTER_MS = 3 * 60_000;
/** Expected duration of a restart, shown before and during it. */
export const RESTART_MINUTES = 1;

export const KIND_LABELS: Readonly<Record<z.infer<typeof deviceKind>, string>> = {
  gateway: 'Gateway',
  ac: 'AC',
  switch: 'Switch',
  ap: 'AP',
  mesh: 'Mesh',
  cpe: 'CPE',
  nvr: 'NVR',
  ipc: 'IPC',
  wrouter: 'Wireless router',
};

export const newDevice = z.object({ sn: serialNumber, claimCode, name: deviceName.optional() });

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

export const devicePort = z.object({
  id: z.string(),
  label: z.string(),
  role: z.string(),
  type: z.string(),
  maxSpeedMbps: z.number(),
  poe: z.boolean(),
  up: z.boolean().optional(),
  speedMbps: z.number().optional(),
  duplex: z.enum(['half', 'full']).optional(),
  rxBytes: z.number().optional(),
  txBytes: z.number().optional(),
  poeWatts: z.number().optional(),
  stp: z.enum(['forwarding', 'learning', 'discarding', 'disabled']).optional(),
  /** What it hears of its neighbour. */
  neighbour: z
    .object({ mac: z.string(), name: z.string().optional(), port: z.string().optional() })
    .optional(),
});

export const deviceDetail = device.extend({ capabilities, ports: z.array(devicePort) });
export type DeviceDetail = z.infer<typeof deviceDetail>;

/** One row of an import as it was read, and what is wrong with it. */
export const importRow = z.object({
  row: z.number().int(),
  sn: z.string(),
  claimCode: z.string(),
  error: z.string().optional(),
});

export const importResult = z.object({
  /** All or nothing: false when any row has an error. */
  accepted: z.boolean(),
  added: z.number().int(),
  rows: z.array(importRow),
  /** What is wrong with the file as a whole. */
  error: z.string().optional(),
});
export type ImportResult = z.infer<typeof importResult>;

export * from './jobs.ts';
export { deviceIds } from './params.ts';
