import {
  listInsideNetworks,
  type NetworkConfig,
  type Reservation,
  type StaticRoute,
} from '@northlight/contract';
import {
  doSubnetsOverlap,
  getSubnet,
  isInSubnet,
  isPrivateAddress,
  parseIpv4,
} from '@northlight/contract/net';
import { formatCanonicalJson } from '@northlight/runtime';

/** An online client with its address. */
export interface AddressedClient {
  readonly mac: string;
  readonly name: string;
  readonly ip: string;
}

/** A consequence of the change, listed in the review; a warning if online clients become unreachable. */
export interface AddressCost {
  readonly text: string;
  readonly isWarning: boolean;
}

const NAMED_MAX = 3;

/**
 * Describes whom new and changed addresses hit: routes into a network of the gateway, default routes to a host, networks of
 * public addresses, and reserved addresses that another client has.
 */
export function describeAddressCosts(
  now: NetworkConfig,
  after: NetworkConfig,
  clients: readonly AddressedClient[],
): AddressCost[] {
  const known = new Set([...listParts(now)].map(formatCanonicalJson));
  const isNew = (part: object): boolean => !known.has(formatCanonicalJson(part));
  return [
    ...listInsideNetworks(after)
      .filter(({ ip, prefix }) => isNew({ ip, prefix }))
      .flatMap(describePublicNetwork),
    ...(after.staticRoutes ?? []).filter(isNew).flatMap((route) => describeRoute(route, after, clients)),
    ...listReservations(after)
      .filter(isNew)
      .flatMap((reservation) => describeReservation(reservation, clients)),
  ];
}

/** Returns true if the addresses of clients matter for a change. */
export const needsClients = (now: NetworkConfig, after: NetworkConfig): boolean =>
  formatCanonicalJson([now.staticRoutes ?? [], listReservations(now)]) !==
  formatCanonicalJson([after.staticRoutes ?? [], listReservations(after)]);

const listReservations = ({ dhcpPools }: NetworkConfig): Reservation[] =>
  dhcpPools.flatMap(({ reservations = [] }) => reservations);

const listParts = (config: NetworkConfig): object[] => [
  ...listInsideNetworks(config).map(({ ip, prefix }) => ({ ip, prefix })),
  ...(config.staticRoutes ?? []),
  ...listReservations(config),
];

function describePublicNetwork({
  ip,
  prefix,
  title,
}: ReturnType<typeof listInsideNetworks>[number]): AddressCost[] {
  const address = parseIpv4(ip);
  if (address === undefined || isPrivateAddress(address) || isShared(address)) return [];
  const name = title.charAt(0).toUpperCase() + title.slice(1);
  return [
    {
      text: `${name} uses public addresses (${ip}/${prefix}). Its clients no longer reach the hosts of the internet that have them.`,
      isWarning: false,
    },
  ];
}

/** Addresses between providers and their customers (RFC 6598), which no host of the internet has. */
const SHARED = { network: 0x64400000, prefix: 10 };
const isShared = (address: number): boolean => isInSubnet(address, SHARED);

function describeRoute(
  { destination, name, nextHop, prefix }: StaticRoute,
  config: NetworkConfig,
  clients: readonly AddressedClient[],
): AddressCost[] {
  const [first, hop] = [parseIpv4(destination), parseIpv4(nextHop)];
  if (first === undefined || hop === undefined) return [];
  const inside = listInsideNetworks(config).flatMap((network) => {
    const own = parseIpv4(network.ip);
    return own === undefined ? [] : [{ ...network, own }];
  });
  if (prefix === 0) {
    const near = inside.find((network) => isInSubnet(hop, getSubnet(network.own, network.prefix)));
    return near
      ? [
          {
            text: `Route ${name} leads all traffic to the internet over ${nextHop}, a host of ${near.title}, while no WAN is connected.`,
            isWarning: false,
          },
        ]
      : [];
  }
  const part = inside.find(
    (network) => network.prefix < prefix && doSubnetsOverlap(first, prefix, network.own, network.prefix),
  );
  if (!part) return [];
  const hit = clients.filter(({ ip }) => {
    const address = parseIpv4(ip);
    return address !== undefined && isInSubnet(address, getSubnet(first, prefix));
  });
  const whom =
    hit.length === 0
      ? 'No online client has one of these addresses.'
      : `${formatNames(hit)} ${hit.length === 1 ? 'becomes' : 'become'} unreachable.`;
  return [
    {
      text: `Route ${name} sends the traffic for ${destination}/${prefix}, a part of ${part.title}, to ${nextHop}. ${whom}`,
      isWarning: hit.length > 0,
    },
  ];
}

function describeReservation({ ip, mac }: Reservation, clients: readonly AddressedClient[]): AddressCost[] {
  const holder = clients.find((client) => client.ip === ip && client.mac !== mac);
  return holder
    ? [
        {
          text: `${ip} is reserved for ${mac}, but ${holder.name || holder.mac} has it now and keeps it until its lease ends.`,
          isWarning: false,
        },
      ]
    : [];
}

function formatNames(clients: readonly AddressedClient[]): string {
  const names = clients.slice(0, NAMED_MAX).map(({ mac, name }) => name || mac);
  const more = clients.length - names.length;
  if (more > 0) return `${names.join(', ')} and ${more} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');
}
