/** The lists of the network configuration and the key of the items in each. */
import { EMPTY_WIRELESS, type Lan, type NetworkConfig, type WirelessConfig } from '@northlight/contract';

type OfGateway = Required<Omit<NetworkConfig, 'lan' | 'wireless'>>;
type OfWireless = { [K in keyof WirelessConfig as `wireless.${K}`]: WirelessConfig[K] };
/** Lists of the document by their path; the LAN is a list of at most one item. */
type Lists = OfGateway & OfWireless & { lan: Lan[] };
export type ListName = keyof Lists;
export type ItemOf<L extends ListName> = Lists[L][number];

const KEY_GETTERS: { readonly [L in ListName]: (item: ItemOf<L>) => string } = {
  vlans: ({ id }) => String(id),
  dhcpPools: ({ name }) => name,
  lan: () => 'lan',
  wan: ({ port }) => port,
  staticRoutes: ({ name }) => name,
  portMappings: ({ name }) => name,
  clientLimits: ({ mac }) => mac,
  'wireless.policies': ({ id }) => id,
  'wireless.blacklist': ({ mac }) => mac,
  'wireless.radios': ({ deviceId, radioId }) => `${deviceId}/${radioId}`,
  'wireless.countries': ({ deviceId }) => deviceId,
};
export const LIST_NAMES = Object.keys(KEY_GETTERS) as readonly ListName[];

/** Returns the key of an item in its list and in the URL of the page. */
export const getKey = <L extends ListName>(list: L, item: ItemOf<L>): string => KEY_GETTERS[list](item);

const toLists = ({ lan, wireless = EMPTY_WIRELESS, ...gateway }: NetworkConfig): Partial<Lists> => ({
  ...gateway,
  lan: lan ? [lan] : [],
  'wireless.policies': wireless.policies,
  'wireless.blacklist': wireless.blacklist,
  'wireless.radios': wireless.radios,
  'wireless.countries': wireless.countries,
});

/** Returns the items of a list; empty when the project has none. */
export function getItems<L extends ListName>(config: NetworkConfig, list: L): readonly ItemOf<L>[] {
  const items: readonly ItemOf<L>[] | undefined = toLists(config)[list];
  return items ?? [];
}

export function replaceItems<L extends ListName>(
  config: NetworkConfig,
  list: L,
  items: readonly ItemOf<L>[],
): NetworkConfig {
  if (list === 'lan') {
    const { lan: _before, ...others } = config;
    const [lan] = items as readonly Lan[];
    return lan ? { ...others, lan } : others;
  }
  const [part, name] = list.split('.');
  return part === 'wireless' && name !== undefined
    ? { ...config, wireless: { ...(config.wireless ?? EMPTY_WIRELESS), [name]: items } }
    : { ...config, [list]: items };
}

/** Returns the configuration with `next` in place of the item with the key `replaced`, or added if that key is undefined. */
export function replaceItem<L extends ListName>(
  config: NetworkConfig,
  list: L,
  next: ItemOf<L>,
  replaced: string | undefined,
): NetworkConfig {
  const items = getItems(config, list);
  const exists = items.some((item) => getKey(list, item) === replaced);
  return replaceItems(
    config,
    list,
    exists ? items.map((item) => (getKey(list, item) === replaced ? next : item)) : [...items, next],
  );
}

export const omitItem = (config: NetworkConfig, list: ListName, key: string): NetworkConfig =>
  replaceItems(
    config,
    list,
    getItems(config, list).filter((item) => getKey(list, item) !== key),
  );
