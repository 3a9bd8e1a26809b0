import { z } from 'zod';

/** One line of a review. Without `now` the item is new, without `after` it is removed. */
export const configChange = z.object({
  /**
   * Path of the change: list, key of the item, and field. The field is absent when the whole item is new or
   * removed.
   */
  path: z.array(z.string()),
  /** Device whose own setting changes; absent for the configuration of the project. */
  device: z.object({ id: z.string(), name: z.string() }).optional(),
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
