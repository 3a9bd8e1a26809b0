import { z } from 'zod';

/** Lists of the project's configuration whose items devices can refuse or substitute. */
export const answeredListName = z.enum([
  'vlans',
  'dhcpPools',
  'lan',
  'wan',
  'staticRoutes',
  'portMappings',
  'wireless.policies',
  'bridgeLinks',
]);
export type AnsweredListName = z.infer<typeof answeredListName>;

/** A device's answer about one item of the project's configuration that it could not apply unchanged. */
export const deviceAnswer = z.object({
  deviceId: z.string(),
  deviceName: z.string(),
  /** True if the device refused the whole configuration; false if it applied all other items. */
  refused: z.boolean(),
  list: answeredListName,
  /** Key of the item in its list: the ID of a VLAN, the name of a route, the port of a WAN. */
  key: z.string(),
  /** Field of the item; empty if the answer concerns the whole item. */
  field: z.string(),
  reason: z.string(),
  /** The value that the device uses instead. */
  substitution: z.string().optional(),
});
export type DeviceAnswer = z.infer<typeof deviceAnswer>;
