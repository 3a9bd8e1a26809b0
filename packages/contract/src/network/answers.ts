import { z } from 'zod';

/** Lists of the project's configuration about whose items devices may have a word. */
export const answerList = z.enum([
  'vlans',
  'dhcpPools',
  'lan',
  'wan',
  'staticRoutes',
  'portMappings',
  'wireless.policies',
]);
export type AnswerList = z.infer<typeof answerList>;

/** What a device said about one item of the project's configuration that it could not take as it is. */
export const deviceAnswer = z.object({
  deviceId: z.string(),
  deviceName: z.string(),
  /** Nothing of the configuration was taken; else all but this. */
  refused: z.boolean(),
  list: answerList,
  /** What names the item in its list: the ID of a VLAN, the name of a route, the port of a WAN. */
  key: z.string(),
  /** Of the item; empty: the whole item. */
  field: z.string(),
  reason: z.string(),
  /** What the device uses instead. */
  substitution: z.string().optional(),
});
export type DeviceAnswer = z.infer<typeof deviceAnswer>;
