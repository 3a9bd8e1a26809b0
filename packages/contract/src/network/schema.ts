import { z } from 'zod';
import { versionNumber } from '../kit/page.ts';
import { gatewayConfig, gatewayScope } from './gateway/schema.ts';
import { brokenPath } from './broken-path.ts';
import { wirelessConfig, wirelessScope } from './wireless/schema.ts';

/** Network configuration of a project, always transferred as a whole. An absent part was never set. */
export const networkConfig = gatewayConfig.extend({ wireless: wirelessConfig.optional() });
export type NetworkConfig = z.infer<typeof networkConfig>;
export const EMPTY_NETWORK_CONFIG: NetworkConfig = { vlans: [], dhcpPools: [] };

/** A staged configuration and the version it is based on. */
export const stagedConfig = z.object({ baseVersion: versionNumber, config: networkConfig });
export type StagedConfig = z.infer<typeof stagedConfig>;

/** Capabilities that forms offer and drafts are checked against. */
export const networkScope = gatewayScope.extend({
  wireless: wirelessScope,
  /** Static management addresses of devices, which the gateway must not use. */
  managementIps: z.array(z.object({ name: z.string(), ip: z.string() })).optional(),
});
export type NetworkScope = z.infer<typeof networkScope>;

/** One line of a review. Without `now` the item is new, without `after` it is removed. */
export const configChange = z.object({
  /** List, key of the item, and field unless the whole item is new or removed. */
  path: z.array(z.string()),
  /** Label of the item: `VLAN 20`. Empty for a setting of the whole device. */
  item: z.string(),
  /** Label of the field: `name`. */
  label: z.string().optional(),
  /** Label of item and field: `VLAN 20, name`. */
  setting: z.string(),
  now: z.string().optional(),
  after: z.string().optional(),
  /** Fields of an item that is new or removed as a whole. */
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
      /** Items of the configuration for which the device is sent a new one: `VLAN 20`; empty when it is sent again. */
      items: z.array(z.string()).optional(),
    }),
  ),
  /** Online clients of changed networks, which lose their connection and have to join again. */
  clientsAffected: z.number().int(),
  /** Earlier name of `clientsAffected`. */
  clientsTouched: z.number().int().meta({ deprecated: true }),
  /** Consequences of applying it, as sentences. */
  costs: z.array(z.string()),
  /** Paths that would break, as far as cables are known; absent if not computed. */
  broken: z.array(brokenPath).optional(),
});
export type ConfigReview = z.infer<typeof configReview>;

/** Unapplied edits of one account, shared by all its windows. */
export const networkDraft = stagedConfig.extend({
  /** Incremented by every save; a save based on another version is refused, so that no edit is lost. */
  version: z.number().int().positive(),
  /** Configuration that the edits are based on. */
  base: networkConfig,
  updatedAt: z.iso.datetime(),
});
export type NetworkDraft = z.infer<typeof networkDraft>;

/** Another account that has the configuration open or changes staged. */
export const networkEditor = z.object({
  name: z.string(),
  /** Number of changes in their draft. */
  changes: z.number().int().nonnegative(),
  /** Time of their last edit; absent without a draft. */
  changedAt: z.iso.datetime().optional(),
  /** True if they have the configuration open now. */
  present: z.boolean(),
});
export type NetworkEditor = z.infer<typeof networkEditor>;

/** One applied configuration. */
export const historyEntry = z.object({
  version: z.number().int().positive(),
  title: z.string(),
  changedBy: z.string(),
  changedAt: z.iso.datetime(),
  /** The job that pushed it; absent if nothing was pushed. */
  jobId: z.string().optional(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** Interval of an open page's heartbeat; after three missed ones the page counts as closed. */
export const EDITOR_HEARTBEAT_SECONDS = 20;
export const HISTORY_PAGE = 50;
