import { z } from 'zod';
import { capabilities } from '../device-protocol/index.ts';
import { deviceId, deviceSettings, portSetting } from '../device-settings/index.ts';
import { configChange } from '../kit/config-change.ts';
import { versionNumber } from '../kit/page.ts';
import { storableText } from '../net/index.ts';
import { gatewayConfig, gatewayScope } from './gateway/schema.ts';
import { bridgeLinks, bridgeScope } from './bridge/schema.ts';
import { brokenPath } from './broken-path.ts';
import { wirelessConfig, wirelessScope } from './wireless/schema.ts';

/** Network configuration of a project, always transferred as a whole. An absent part was never set. */
export const networkConfig = gatewayConfig.extend({
  wireless: wirelessConfig.optional(),
  bridgeLinks: bridgeLinks.optional(),
});
export type NetworkConfig = z.infer<typeof networkConfig>;
export const EMPTY_NETWORK_CONFIG: NetworkConfig = { vlans: [], dhcpPools: [] };

/** Number of devices whose own settings one draft or one apply can contain. */
export const STAGED_DEVICES_MAX = 200;

/** Complete settings of one device, and the version of its settings that they are based on. */
export const stagedDevice = z.object({ deviceId, baseVersion: versionNumber, settings: deviceSettings });
export type StagedDevice = z.infer<typeof stagedDevice>;

/** Fields to change on many devices; absent fields keep their values. */
export const bulkSettings = z.object({
  deviceIds: z
    .array(deviceId)
    .min(1)
    .max(STAGED_DEVICES_MAX, `Too many devices. Choose at most ${STAGED_DEVICES_MAX}.`),
  /** Ids of the ports to change, on devices that have them; absent for every port except uplinks. */
  portIds: z.array(storableText(15)).max(128).optional(),
  ports: portSetting.omit({ id: true }).partial().optional(),
  spanningTree: z
    .object({ enabled: z.boolean().optional(), priority: z.number().int().optional() })
    .optional(),
});
export type BulkSettings = z.infer<typeof bulkSettings>;

/** A staged configuration and the version that it is based on, with the staged settings of single devices. */
export const stagedConfig = z.object({
  baseVersion: versionNumber,
  config: networkConfig,
  devices: z.array(stagedDevice).max(STAGED_DEVICES_MAX).optional(),
});
export type StagedConfig = z.infer<typeof stagedConfig>;

/** Capabilities for forms and for the validation of drafts. */
export const networkScope = gatewayScope.extend({
  wireless: wirelessScope,
  /** Bridges of the project; absent if it has none. */
  bridges: bridgeScope.optional(),
  /** Static management addresses of devices, which the gateway must not use. */
  managementIps: z.array(z.object({ name: z.string(), ip: z.string() })).optional(),
});
export type NetworkScope = z.infer<typeof networkScope>;

/** A device that would refuse its settings. */
export const refusedDevice = z.object({ id: z.string(), name: z.string(), reason: z.string() });
export type RefusedDevice = z.infer<typeof refusedDevice>;

export const configReview = z.object({
  changes: z.array(configChange),
  devices: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      model: z.string(),
      online: z.boolean(),
      restarts: z.boolean(),
      /**
       * Items because of which the device receives a new configuration: `VLAN 20`. Empty when the device
       * receives its present configuration again.
       */
      items: z.array(z.string()).optional(),
    }),
  ),
  /** Online clients of changed networks, which lose their connection and have to join again. */
  clientsAffected: z.number().int(),
  /** Consequences of the apply, as sentences. */
  costs: z.array(z.string()),
  /** Those of `costs` by which clients stay without a connection; absent for none. */
  warnings: z.array(z.string()).optional(),
  /** Paths that would break, as far as the cables are known; absent if they were not computed. */
  broken: z.array(brokenPath).optional(),
  /** Devices that would refuse their settings, with the reason; absent for none. */
  refused: z.array(refusedDevice).optional(),
});
export type ConfigReview = z.infer<typeof configReview>;

/** A device with staged settings, and the facts with which they are described and merged. */
export const draftDevice = stagedDevice.extend({
  name: z.string(),
  capabilities,
  /** Settings that the edits are based on, those of `baseVersion`. */
  base: deviceSettings,
  /** Present settings of the device, and their version. */
  version: z.number().int(),
  stored: deviceSettings,
  /** Names of the mesh nodes that can be the parent, by MAC address; absent for other devices. */
  parents: z.record(z.string(), z.string()).optional(),
});
export type DraftDevice = z.infer<typeof draftDevice>;

/** Edits of one account that are not applied yet; all windows of the account share them. */
export const networkDraft = stagedConfig.extend({
  devices: z.array(draftDevice),
  /** Number of the last save. A save that is based on another number is refused, so that no edit is lost. */
  version: z.number().int().positive(),
  /** Configuration that the edits are based on. */
  base: networkConfig,
  updatedAt: z.iso.datetime(),
});
export type NetworkDraft = z.infer<typeof networkDraft>;

/** Another account that has the configuration open or changes staged. */
export const networkEditor = z.object({
  name: z.string(),
  /** Number of changes in the draft of the account. */
  changes: z.number().int().nonnegative(),
  /** Time of the account's last edit; absent without a draft. */
  changedAt: z.iso.datetime().optional(),
  /** True if the account has the configuration open now. */
  present: z.boolean(),
});
export type NetworkEditor = z.infer<typeof networkEditor>;

/** Number of differences that the list of versions shows for each version. */
export const HISTORY_SHOWN_CHANGES = 3;

/** One applied configuration. */
export const historyEntry = z.object({
  version: z.number().int().positive(),
  title: z.string(),
  changedBy: z.string(),
  changedAt: z.iso.datetime(),
  /** Id of the job that pushed the configuration; absent if it was not pushed to any device. */
  jobId: z.string().optional(),
  /** First differences from the version before. */
  changes: z.array(configChange).max(HISTORY_SHOWN_CHANGES),
  changeCount: z.number().int(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** Interval of an open page's heartbeat. A page counts as closed after three missed heartbeats. */
export const EDITOR_HEARTBEAT_SECONDS = 20;
export const HISTORY_PAGE_SIZE = 50;
