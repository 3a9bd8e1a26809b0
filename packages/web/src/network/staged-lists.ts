/** Defines the lists of the network configuration and the key of the items in each. */
import { EMPTY_WIRELESS, type Lan, type NetworkConfig, type WirelessConfig } from '@northlight/contract';

type OfGateway = Required<Omit<NetworkConfig, 'lan' | 'wireless'>>;
type OfWireless = { [K in keyof WirelessConfig as `wireless.${K}`]: WirelessConfig[K] };
/** Lists of the document by their path. The LAN is treated as a list of at most one item. */
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
  bridgeLinks: ({ id }) => id,
  'wireless.policies': ({ id }) => id,
  'wireless.blacklist': ({ mac }) => mac,
  'wireless.radios': ({ deviceId, radioId }) => `${deviceId}/${radioId}`,
  'wireless.countries': ({ deviceId }) => deviceId,
};
export const LIST_NAMES = Object.keys(KEY_GETTERS) as readonly ListName[];

/** Returns the key of an item, which identifies it in its list and in the URL of the page. */
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

/**
 * Returns the configuration with `next` instead of the item with the key `replaced`; adds `next` if that key
 * is undefined.
 */
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

/** Undoes the edit of one item: returns the configuration with the item and its position from the base. */
export function revertItem(
  config: NetworkConfig,
  base: NetworkConfig,
  list: ListName,
  key: string,
): NetworkConfig {
  const isOwn = (item: ItemOf<ListName>): boolean => getKey(list, item as never) === key;
  const before = getItems(base, list);
  const restored = before.find(isOwn);
  const others = getItems(config, list).filter((item) => !isOwn(item));
  if (!restored) return replaceItems(config, list, others as never);
  const position = new Map(before.map((item, index) => [getKey(list, item as never), index] as const));
  const rank = (item: ItemOf<ListName>): number => position.get(getKey(list, item as never)) ?? before.length;
  const items = [...others, restored].toSorted((one, other) => rank(one) - rank(other));
  return replaceItems(config, list, items as never);
}

/** Undoes the edits of the item whose list and key a change of the review contains. */
export function revertChange(
  { base, config }: { readonly base: NetworkConfig; readonly config: NetworkConfig },
  [part = '', key = '']: readonly string[],
): NetworkConfig {
  const list = LIST_NAMES.find((name) => name === part || name === `wireless.${part}`);
  // The key of a radio contains the device id and the radio id, separated by a space.
  const isRadio = list === 'wireless.radios';
  return list ? revertItem(config, base, list, isRadio ? key.replace(' ', '/') : key) : config;
}
