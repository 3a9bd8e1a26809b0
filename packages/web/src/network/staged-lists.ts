/** The lists of the network's configuration, each by what names an item in it. */
import { EMPTY_WIRELESS, type Lan, type NetworkConfig, type WirelessConfig } from '@northlight/contract';

type OfGateway = Required<Omit<NetworkConfig, 'lan' | 'wireless'>>;
type OfWireless = { [K in keyof WirelessConfig as `wireless.${K}`]: WirelessConfig[K] };
/** Lists of the document by their path; the LAN is one of at most one. */
type Lists = OfGateway & OfWireless & { lan: Lan[] };
export type ListName = keyof Lists;
export type ItemOf<L extends ListName> = Lists[L][number];

const KEY_OF: { readonly [L in ListName]: (item: ItemOf<L>) => string } = {
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
export const LIST_NAMES = Object.keys(KEY_OF) as readonly ListName[];

/** What names an item among those of its list, and in the address of the page. */
export const keyOf = <L extends ListName>(list: L, item: ItemOf<L>): string => KEY_OF[list](item);

const listsOf = ({ lan, wireless = EMPTY_WIRELESS, ...gateway }: NetworkConfig): Partial<Lists> => ({
  ...gateway,
  lan: lan ? [lan] : [],
  'wireless.policies': wireless.policies,
  'wireless.blacklist': wireless.blacklist,
  'wireless.radios': wireless.radios,
  'wireless.countries': wireless.countries,
});

/** The items of a list; none when the project never set any. */
export function itemsOf<L extends ListName>(config: NetworkConfig, list: L): readonly ItemOf<L>[] {
  const items: readonly ItemOf<L>[] | undefined = listsOf(config)[list];
  return items ?? [];
}

export function withItems<L extends ListName>(
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

/** The configuration with one item more, or with one in the place of another (by its key). */
export function withItem<L extends ListName>(
  config: NetworkConfig,
  list: L,
  next: ItemOf<L>,
  replaced: string | undefined,
): NetworkConfig {
  const items = itemsOf(config, list);
  const stands = items.some((item) => keyOf(list, item) === replaced);
  return withItems(
    config,
    list,
    stands ? items.map((item) => (keyOf(list, item) === replaced ? next : item)) : [...items, next],
  );
}

export const withoutItem = (config: NetworkConfig, list: ListName, key: string): NetworkConfig =>
  withItems(
    config,
    list,
    itemsOf(config, list).filter((item) => keyOf(list, item) !== key),
  );
