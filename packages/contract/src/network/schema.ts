import { z } from 'zod';
import { gatewayConfig, gatewayScope } from './gateway/schema.ts';
import { brokenWay } from './broken-way.ts';
import { wirelessConfig, wirelessScope } from './wireless/schema.ts';

/** What the project wants of its network; whole documents travel, never deltas. An absent part was never set. */
export const networkConfig = gatewayConfig.extend({ wireless: wirelessConfig.optional() });
export type NetworkConfig = z.infer<typeof networkConfig>;
export const EMPTY_NETWORK_CONFIG: NetworkConfig = { vlans: [], dhcpPools: [] };

/** A staged edit, and the version it was made on. */
export const stagedConfig = z.object({ baseVersion: z.number().int().nonnegative(), config: networkConfig });
export type StagedConfig = z.infer<typeof stagedConfig>;

/** What the forms may offer, and what a draft is checked against. */
export const networkScope = gatewayScope.extend({
  wireless: wirelessScope,
  /** Addresses that devices have been given for themselves; the gateway may not have one of them. */
  managementIps: z.array(z.object({ name: z.string(), ip: z.string() })).optional(),
});
export type NetworkScope = z.infer<typeof networkScope>;

/** One line of a review. Absent `now` is new, absent `after` is removed. */
export const configChange = z.object({
  /** Where it is: list, key of the item, and its field unless the whole item is new or removed. */
  path: z.array(z.string()),
  /** The item as it is shown: `VLAN 20`. Empty for a setting of a device as a whole. */
  item: z.string(),
  /** The field as it is shown: `name`. */
  label: z.string().optional(),
  /** Item and field as they are shown: `VLAN 20, name`. */
  setting: z.string(),
  now: z.string().optional(),
  after: z.string().optional(),
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
    }),
  ),
  clientsTouched: z.number().int(),
  /** What applying costs, in sentences. */
  costs: z.array(z.string()),
  /** Ways that would not work afterwards, as far as cables are known; absent where nobody has looked. */
  broken: z.array(brokenWay).optional(),
});
export type ConfigReview = z.infer<typeof configReview>;

/** Edits that one account has not applied yet; every window of that account shows the same ones. */
export const networkDraft = stagedConfig.extend({
  /** Rises with every save; a save that names another one is refused, so that no edit is lost. */
  version: z.number().int().positive(),
  /** What the edits were made on. */
  base: networkConfig,
  updatedAt: z.iso.datetime(),
});
export type NetworkDraft = z.infer<typeof networkDraft>;

/** Somebody else who has the pages of the configuration open, or changes staged. */
export const networkEditor = z.object({
  name: z.string(),
  /** Changes that wait in his draft. */
  changes: z.number().int().nonnegative(),
  /** Of his draft; absent while he has none. */
  changedAt: z.iso.datetime().optional(),
  /** Whether he has the pages open now. */
  present: z.boolean(),
});
export type NetworkEditor = z.infer<typeof networkEditor>;

/** One configuration that was applied. */
export const historyEntry = z.object({
  version: z.number().int().positive(),
  title: z.string(),
  changedBy: z.string(),
  changedAt: z.iso.datetime(),
  /** The job that brought it to the devices; absent for what was there before any job. */
  jobId: z.string().optional(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** How often an open page tells that it is there; three missed, and it is taken for closed. */
export const EDITOR_TELLS_SECONDS = 20;
export const HISTORY_PAGE = 50;
