import { z } from 'zod';
import { versionNumber } from '../kit/page.ts';
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

/** A staged configuration and the version that it is based on. */
export const stagedConfig = z.object({ baseVersion: versionNumber, config: networkConfig });
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

/** One line of a review. Without `now` the item is new, without `after` it is removed. */
export const configChange = z.object({
  /**
   * Path of the change: list, key of the item, and field. The field is absent when the whole item is new or
   * removed.
   */
  path: z.array(z.string()),
  /** Label of the item: `VLAN 20`; empty for a setting of the whole device. */
  item: z.string(),
  /** Label of the field: `name`. */
  label: z.string().optional(),
  /** Label of item and field: `VLAN 20, name`. */
  setting: z.string(),
  now: z.string().optional(),
  after: z.string().optional(),
  /** Fields of an item that is completely new or removed. */
  fields: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
});
export type ConfigChange = z.infer<typeof configChange>;

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
  /** Deprecated name of `clientsAffected`. */
  clientsTouched: z.number().int().meta({ deprecated: true }),
  /** Consequences of the apply, as sentences. */
  costs: z.array(z.string()),
  /** Those of `costs` by which clients stay without a connection; absent for none. */
  warnings: z.array(z.string()).optional(),
  /** Paths that would break, as far as the cables are known; absent if they were not computed. */
  broken: z.array(brokenPath).optional(),
});
export type ConfigReview = z.infer<typeof configReview>;

/** Edits of one account that are not applied yet; all windows of the account share them. */
export const networkDraft = stagedConfig.extend({
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

/** One applied configuration. */
/** Number of differences that the list of versions shows for each version. */
export const HISTORY_SHOWN_CHANGES = 3;

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
