import { z } from 'zod';
import type { DeviceConfig } from '../device-protocol/config.ts';
import { LAN_VLAN_ID } from './gateway/index.ts';
import type { NetworkConfig } from './schema.ts';

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

/** Where a path into a device's document stands in the project's configuration; undefined when it is about neither. */
export function placeOfIssue(
  path: string,
  document: DeviceConfig,
  network: NetworkConfig,
): Pick<DeviceAnswer, 'field' | 'key' | 'list'> | undefined {
  const [part = '', at = '', ...rest] = path.split('.');
  if (part === 'wireless' && at === 'wlans') return placeOfWlan(rest, document, network);
  const index = at === '' ? -1 : Number(at);
  const [field = ''] = rest;
  switch (part) {
    case 'vlans': {
      const id = document.vlans[index]?.id;
      if (id === undefined) return undefined;
      const isLan = id === LAN_VLAN_ID && network.lan !== undefined;
      return { list: isLan ? 'lan' : 'vlans', key: isLan ? 'lan' : String(id), field };
    }
    case 'dhcpPools':
      return named(part, document.dhcpPools[index]?.name, field);
    case 'wan':
      return named(part, document.wan?.[index]?.port, field);
    case 'staticRoutes':
      return named(part, document.staticRoutes?.[index]?.name, field);
    case 'portMappings':
      return named(part, document.portMappings?.[index]?.name, field);
    default:
      return undefined;
  }
}

/** A policy is on the air under its own name, and under one for its second SSID. */
function placeOfWlan(
  [at = '', field = '']: readonly string[],
  document: DeviceConfig,
  network: NetworkConfig,
) {
  const name = document.wireless?.wlans[Number(at)]?.name;
  const policies = network.wireless?.policies ?? [];
  const policy =
    policies.find((each) => each.name === name) ??
    policies.find((each) => name !== undefined && name.startsWith(`${each.name} `));
  return named('wireless.policies', policy?.id, field);
}

const named = (list: AnswerList, key: string | undefined, field: string) =>
  key === undefined ? undefined : { list, key, field };
