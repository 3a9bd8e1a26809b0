import {
  type AnsweredListName,
  type DeviceAnswer,
  LAN_VLAN_ID,
  type NetworkConfig,
} from '@northlight/contract';
import type { DeviceConfig } from '@northlight/contract/device-protocol';

/**
 * Finds the item of the project's configuration to which a path in a device's document belongs; undefined
 * when there is none.
 */
export function locateIssue(
  path: string,
  document: DeviceConfig,
  network: NetworkConfig,
): Pick<DeviceAnswer, 'field' | 'key' | 'list'> | undefined {
  const [part = '', at = '', ...rest] = path.split('.');
  if (part === 'wireless' && at === 'wlans') return locateWlan(rest, document, network);
  if (part === 'bridge') return locateBridge(at, document, network);
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
      return findNamedItem(part, document.dhcpPools[index]?.name, field);
    case 'wan':
      return findNamedItem(part, document.wan?.[index]?.port, field);
    case 'staticRoutes':
      return findNamedItem(part, document.staticRoutes?.[index]?.name, field);
    case 'portMappings':
      return findNamedItem(part, document.portMappings?.[index]?.name, field);
    default:
      return undefined;
  }
}

/** The second SSID of a policy is a separate WLAN, whose name begins with the policy's name. */
function locateWlan(
  [at = '', field = '']: readonly string[],
  document: DeviceConfig,
  network: NetworkConfig,
) {
  const name = document.wireless?.wlans[Number(at)]?.name;
  const policies = network.wireless?.policies ?? [];
  const policy =
    policies.find((each) => each.name === name) ??
    policies.find((each) => name !== undefined && name.startsWith(`${each.name} `));
  return findNamedItem('wireless.policies', policy?.id, field);
}

/** Finds the link by its SSID, which is unique in a project. */
function locateBridge(field: string, { bridge }: DeviceConfig, { bridgeLinks }: NetworkConfig) {
  const link = bridgeLinks?.find(({ ssid }) => ssid === bridge?.ssid);
  return findNamedItem('bridgeLinks', link?.id, field);
}

const findNamedItem = (list: AnsweredListName, key: string | undefined, field: string) =>
  key === undefined ? undefined : { list, key, field };
