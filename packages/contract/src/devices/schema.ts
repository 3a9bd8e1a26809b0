import { deviceBridge, meshNode } from './bridge-report.ts';
import { z } from 'zod';
import { numberText } from '../kit/number-text.ts';
import { device } from './device.ts';
import { deviceCamera, recordedBy } from './camera-report.ts';
import { deviceReplacement } from './replacement.ts';
import { deviceRecorder } from './recorder-report.ts';
import { ROLE_LABELS } from './roles.ts';
import { band, capabilities, deviceKind } from '../device-protocol/capabilities.ts';
import { secret } from '../kit/secret.ts';
import { claimCode, deviceName, serialNumber, storableText } from '../net/index.ts';
import { ENTRY_MAX, MAX_COLUMNS } from './lists/index.ts';

export const IMPORT_MAX_ROWS = 500;
export const IMPORT_MAX_BYTES = 2 * 1024 * 1024;

/** Maximum devices per kind and project (specification §9; an AC is a gateway without WAN). */
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

/** Describes kind and role, for kinds that can have several roles: `Mesh, primary node`. */
export function formatKind({ kind, role }: Pick<z.infer<typeof device>, 'kind' | 'role'>): string {
  const hasSeveralRoles = kind === 'wrouter' || kind === 'mesh' || kind === 'cpe';
  return hasSeveralRoles ? `${KIND_LABELS[kind]}, ${ROLE_LABELS[role].toLowerCase()}` : KIND_LABELS[kind];
}

export const newDevice = z.object({ sn: serialNumber, claimCode, name: deviceName.optional() });

export * from './device.ts';

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
  /** Neighbour that the port reports by LLDP. */
  neighbour: z
    .object({ mac: z.string(), name: z.string().optional(), port: z.string().optional() })
    .optional(),
});

/** A radio with its capabilities and its last report. */
export const deviceRadio = z.object({
  id: z.string(),
  band,
  maxPowerDbm: z.number(),
  up: z.boolean().optional(),
  channel: z.number().int().optional(),
  widthMhz: z.number().int().optional(),
  powerDbm: z.number().optional(),
  clients: z.number().int().optional(),
  /** SSIDs that the radio broadcasts, which may differ from the configured ones. */
  ssids: z.array(z.string()).optional(),
  /** Share of the minute before the report in which the channel was busy. */
  busyPercent: z.number().optional(),
  /** Share in which the radio itself sent. */
  txPercent: z.number().optional(),
  /** Share in which the radio received frames of its own networks. */
  rxPercent: z.number().optional(),
  noiseDbm: z.number().optional(),
  /** Share of the frames that were sent again. */
  retryPercent: z.number().optional(),
  /** Radar that it found, while the channels of 20 MHz must not be used; absent without any. */
  radarBans: z.array(z.object({ channels: z.array(z.number().int()), until: z.string() })).optional(),
});
export type RadarBan = NonNullable<z.infer<typeof deviceRadio>['radarBans']>[number];

/** Echo requests to one address over a WAN in the 5 min before the report. */
const deviceWanPing = z.object({
  target: z.string(),
  sent: z.number().int(),
  lost: z.number().int(),
  /** Median round trip (ms); absent without an answer. */
  latencyMs: z.number().optional(),
});
export type DeviceWanPing = z.infer<typeof deviceWanPing>;

/** A WAN port as last reported; `ip` and `prefix` are absent without an address. */
export const deviceWan = z.object({
  id: z.string(),
  up: z.boolean(),
  /** True for the WAN that the traffic of the network uses. */
  inUse: z.boolean(),
  ip: z.string().optional(),
  prefix: z.number().int().optional(),
  gateway: z.string().optional(),
  dns: z.array(z.string()).optional(),
  /** Time since the port has its present address (s), as far as the device observed it. */
  upSeconds: z.number().int().optional(),
  gatewayPing: deviceWanPing.optional(),
  internetPing: deviceWanPing.optional(),
});
export type DeviceWan = z.infer<typeof deviceWan>;

/** A DHCP pool as last reported by the gateway. */
export const deviceDhcpPool = z.object({
  /** VLAN of the pool; 1 for the LAN. */
  vlanId: z.number().int(),
  /** Addresses in the range of the pool. */
  addresses: z.number().int(),
  /** Addresses of the range that are leased or reserved. */
  used: z.number().int(),
});
export type DeviceDhcpPool = z.infer<typeof deviceDhcpPool>;

/** Connection of a mesh node to its parent as last reported. A wired connection has no radio figures. */
export const deviceBackhaul = z.object({
  kind: z.enum(['wired', 'wireless']),
  parent: meshNode,
  /** Number of connections between the node and the primary node. */
  hops: z.number().int(),
  band: z.enum(['2.4G', '5G', '6G']).optional(),
  channel: z.number().int().optional(),
  /** Signal of the parent at the node. */
  signalDbm: z.number().optional(),
  rateMbps: z.number().optional(),
  /** Share of the frames that were sent again. */
  retryPercent: z.number().optional(),
  /** Other nodes that the node receives, strongest first. */
  candidates: z.array(z.object({ node: meshNode, signalDbm: z.number() })),
});
export type DeviceBackhaul = z.infer<typeof deviceBackhaul>;

export const deviceDetail = device.extend({
  capabilities,
  /** Path of the drawing of the device (SVG). */
  vectorImage: z.string(),
  ports: z.array(devicePort),
  radios: z.array(deviceRadio),
  /** Time of arrival of the radio figures. */
  radiosAt: z.string().optional(),
  /** State of the WAN ports; absent for a device that does not report it. */
  wans: z.array(deviceWan).optional(),
  /** Sample time of the state of the WAN ports. */
  wansAt: z.string().optional(),
  /** Use of the DHCP pools; absent for a device that does not report it. */
  dhcpPools: z.array(deviceDhcpPool).optional(),
  /** Sample time of the use of the DHCP pools. */
  dhcpPoolsAt: z.string().optional(),
  /** Connection of a mesh node to its parent; absent for a device that does not report it. */
  backhaul: deviceBackhaul.optional(),
  /** Sample time of the connection of a mesh node. */
  backhaulAt: z.string().optional(),
  /** End of the bridge link; absent for a device that does not report it. */
  bridge: deviceBridge.optional(),
  /** Sample time of the end of the bridge link. */
  bridgeAt: z.string().optional(),
  /** Disks and channels of a recorder; absent for a device that does not report them. */
  recorder: deviceRecorder.optional(),
  /** Sample time of the disks and channels. */
  recorderAt: z.string().optional(),
  /** Streams of a camera; absent for a device that does not report them. */
  camera: deviceCamera.optional(),
  /** Sample time of the streams. */
  cameraAt: z.string().optional(),
  /** Channels of the recorders of the project that record the camera; absent for another device. */
  recordedBy: recordedBy.optional(),
  /** Difference of the clock of the device (s), positive if it is ahead; absent for a device that has not reported. */
  clockDifferenceSeconds: z.number().optional(),
  /** Replacement of the hardware that was ordered or made last. */
  replacement: deviceReplacement.optional(),
});
export type DeviceDetail = z.infer<typeof deviceDetail>;

const entryErrors = z.object({ sn: z.string(), claimCode: z.string(), name: z.string() }).partial();

/** One row of an import or a batch, with its errors. */
export const importRow = z.object({
  row: z.number().int(),
  sn: z.string(),
  claimCode: z.string(),
  /** Name of the device: the entered one, otherwise one generated from the model. */
  name: z.string().optional(),
  /** Model of the device; present only for a correct claim code. */
  model: z.string().optional(),
  modelName: z.string().optional(),
  kind: deviceKind.optional(),
  /** Id of the device that was added. */
  deviceId: z.string().optional(),
  /** First error of the row. */
  error: z.string().optional(),
  /** Code of the first error. */
  code: z.number().int().optional(),
  /** Errors by field. */
  fields: entryErrors.optional(),
  /** Errors of `fields` that are in the cells of the file; entering the value removes them. */
  unread: entryErrors.optional(),
  /** End of the lock of claim codes, with code 80. */
  lockedUntil: z.iso.datetime().optional(),
});
export type ImportRow = z.infer<typeof importRow>;

/** A device of a batch as entered. Invalid rows are reported one by one, so the schema accepts any short text. */
export const batchEntry = z.object({
  /** Number of the row in messages; default: its position, from 1. */
  row: z.number().int().min(1).max(1_000_000).optional(),
  sn: storableText(ENTRY_MAX),
  claimCode: secret(storableText(ENTRY_MAX)),
  name: storableText(ENTRY_MAX).optional(),
});
export type BatchEntry = z.infer<typeof batchEntry>;
export const batch = z.object({
  /** A longer list gets the error of a longer file. */
  devices: z.array(batchEntry).min(1).meta({ maxItems: IMPORT_MAX_ROWS }),
});

const columnNumber = z.number().int().min(0).max(MAX_COLUMNS);
const chosenColumn = numberText(columnNumber).optional();

/** Part of a file to read. A column is given by its number from 1; 0 is no column. */
export const importQuery = z.object({
  /** `check` adds nothing and returns the result of every row. */
  mode: z.enum(['add', 'check']).default('add'),
  /** Sheet of a workbook; default: the visible sheet with the most devices. */
  sheet: storableText(100).optional(),
  /** `include` also reads rows that are hidden or filtered out. */
  hiddenRows: z.enum(['leave-out', 'include']).default('leave-out'),
  snColumn: numberText(columnNumber.min(1)).optional(),
  claimCodeColumn: chosenColumn,
  nameColumn: chosenColumn,
});

/** How a file was read. A column is given by its number from 1; 0 is no column. */
export const importedList = z.object({
  columns: z.array(z.object({ number: columnNumber, heading: z.string().optional() })),
  chosen: z.object({ sn: columnNumber, claimCode: columnNumber, name: columnNumber }),
  /** Sheet of a workbook that was read, and all visible sheets with serial numbers. */
  sheet: z.string().optional(),
  sheets: z.array(z.string()),
  /** Number of devices in rows that are hidden or filtered out. */
  hiddenRows: z.number().int(),
});
export type ImportedList = z.infer<typeof importedList>;

export const importResult = z.object({
  /**
   * True if the devices were added. False for a check, and if any row has an error, because then no device is
   * added.
   */
  accepted: z.boolean(),
  added: z.number().int(),
  rows: z.array(importRow),
  /** Error of the file as a whole. */
  error: z.string().optional(),
  /** Absent with `error`. */
  list: importedList.optional(),
});
export type ImportResult = z.infer<typeof importResult>;

export * from './jobs.ts';
export { deviceIds } from './params.ts';
