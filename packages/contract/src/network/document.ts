import { defineDocument, type DocumentList } from '../kit/document/index.ts';
import type { Lan } from './gateway/index.ts';
import type { NetworkConfig } from './schema.ts';
import { EMPTY_WIRELESS, type WirelessConfig } from './wireless/schema.ts';

type OfGateway = Required<Omit<NetworkConfig, 'lan' | 'wireless'>>;
type OfWireless = { [K in keyof WirelessConfig as `wireless.${K}`]: WirelessConfig[K] };
type Lists = OfGateway & OfWireless & { lan: Lan[] };
/** Items of the network configuration by list. The LAN is a list of at most one item. */
export type NetworkItems = { [L in keyof Lists]: Lists[L][number] };

type List<Item> = DocumentList<NetworkConfig, Item>;

const ofGateway = <L extends keyof OfGateway>(
  name: L,
  key: (item: OfGateway[L][number]) => string,
): List<OfGateway[L][number]> => ({
  key,
  read: (config) => {
    const part: Partial<OfGateway> = config;
    const items: readonly OfGateway[L][number][] | undefined = part[name];
    return items ?? [];
  },
  write: (config, items) => ({ ...config, [name]: items }),
});

const ofWireless = <L extends keyof WirelessConfig>(
  name: L,
  key: (item: WirelessConfig[L][number]) => string,
): List<WirelessConfig[L][number]> => ({
  key,
  read: ({ wireless }) => wireless?.[name] ?? [],
  write: (config, items) => ({
    ...config,
    wireless: { ...(config.wireless ?? EMPTY_WIRELESS), [name]: items },
  }),
});

/** The network configuration as a document: lists of items that are changed, compared and merged one by one. */
export const NETWORK_DOCUMENT = defineDocument<NetworkConfig, NetworkItems>({
  vlans: ofGateway('vlans', ({ id }) => String(id)),
  dhcpPools: ofGateway('dhcpPools', ({ name }) => name),
  lan: {
    key: () => 'lan',
    read: ({ lan }) => (lan ? [lan] : []),
    write: ({ lan: _before, ...others }, [lan]) => (lan ? { ...others, lan } : others),
  },
  wan: ofGateway('wan', ({ port }) => port),
  staticRoutes: ofGateway('staticRoutes', ({ name }) => name),
  portMappings: ofGateway('portMappings', ({ name }) => name),
  clientLimits: ofGateway('clientLimits', ({ mac }) => mac),
  bridgeLinks: ofGateway('bridgeLinks', ({ id }) => id),
  'wireless.policies': ofWireless('policies', ({ id }) => id),
  'wireless.blacklist': ofWireless('blacklist', ({ mac }) => mac),
  'wireless.radios': ofWireless('radios', ({ deviceId, radioId }) => `${deviceId}/${radioId}`),
  'wireless.countries': ofWireless('countries', ({ deviceId }) => deviceId),
});
