import {
  countPorts,
  isInSubnet,
  isHostOf,
  getNetworkAddress,
  normalizeName,
  parseIpv4,
  parsePortRanges,
  PORT_MAX,
} from '../../net/index.ts';
import { type PortRange, type Subnet, getSubnet, doSubnetsOverlap } from '../../net/index.ts';
import { findEarlierDuplicates } from '../../kit/duplicates.ts';
import { type RuleViolation, createViolation } from '../../kit/violation.ts';
import { listInsideNetworks } from './inside-networks.ts';
import type { PortMapping, PppoeWan, StaticRoute, Wan } from './routing-schema.ts';
import { LINK_LOCAL, SELF_ASSIGNED } from './link-local.ts';
import { findUnsupportingGateway } from './unsupported-items.ts';
import type { GatewayRuleScope } from './rules.ts';
import type { GatewayConfig } from './schema.ts';

/** A network that is connected to the gateway, with the gateway's address in it. */
interface Connected extends Subnet {
  readonly own: number;
}

const isConnected = (addressed: readonly { readonly ip: string; readonly prefix: number }[]): Connected[] =>
  addressed.flatMap(({ ip, prefix }) => {
    const own = parseIpv4(ip);
    return own === undefined ? [] : [{ ...getSubnet(own, prefix), own }];
  });

/** Returns the networks connected to the gateway: LAN, VLANs, and WANs with a static address. */
const listConnectedNetworks = (config: GatewayConfig): Connected[] =>
  isConnected([
    ...listInsideNetworks(config),
    ...(config.wan ?? []).flatMap((each) => (each.mode === 'static' ? [each] : [])),
  ]);

/**
 * Returns true if another host of the network can use the address: it is not the first, the last or the
 * gateway's own.
 */
const isNeighbour = (address: number, { own, prefix }: Connected): boolean =>
  address !== own && isHostOf(address, prefix);

/** Checks that WAN ports exist, are used once, contain their own gateway and overlap no VLAN. */
export function checkWan(config: GatewayConfig, scope: GatewayRuleScope): RuleViolation[] {
  return (config.wan ?? []).flatMap((wan, index, all) => {
    const at = (field: string) => `wan.${index}.${field}`;
    const found: RuleViolation[] = [];
    const isSupported = findUnsupportingGateway(scope, 'wan') === undefined;
    if (scope.device && isSupported && !scope.wanPorts.some(({ id }) => id === wan.port))
      found.push(
        createViolation(
          at('port'),
          'portUnknown',
          `The gateway has no WAN port ${wan.port}. Choose an existing port.`,
        ),
      );
    if (all.slice(0, index).some(({ port }) => port === wan.port))
      found.push(
        createViolation(
          at('port'),
          'wanIpConflict',
          `Port ${wan.port} already has an internet connection. Choose another port.`,
        ),
      );
    if (wan.dns.length === 2 && parseIpv4(wan.dns[0] ?? '') === parseIpv4(wan.dns[1] ?? ''))
      found.push(createViolation(at('dns.1'), 'wanDnsSame'));
    if (wan.mode === 'static')
      found.push(...checkStaticWan(wan, at, config, { earlier: all.slice(0, index), scope }));
    if (wan.mode === 'pppoe') found.push(...checkPppoe(wan, at, scope));
    return found;
  });
}

/** Checks that the gateway supports PPPoE and this number of lines, and that every line has a password. */
function checkPppoe(wan: PppoeWan, at: (field: string) => string, scope: GatewayRuleScope): RuleViolation[] {
  const found: RuleViolation[] = [];
  if (scope.device && !scope.features.includes('pppoe'))
    found.push(
      createViolation(
        at('mode'),
        'pppoeInvalid',
        'This gateway does not support PPPoE. Choose another connection.',
      ),
    );
  const most = scope.limits.pppoeLines ?? 1;
  if (wan.lines.length > most)
    found.push(
      createViolation(
        at(`lines.${most}.user`),
        'pppoeInvalid',
        `The gateway supports at most ${most} PPPoE ${most === 1 ? 'line' : 'lines'} per port. Remove one first.`,
      ),
    );
  for (const [index, { password, passwordId }] of wan.lines.entries())
    if (password === undefined && passwordId === undefined)
      found.push(
        createViolation(at(`lines.${index}.password`), 'pppoeInvalid', 'Enter the password of the line.'),
      );
  return found;
}

function checkStaticWan(
  wan: Extract<Wan, { mode: 'static' }>,
  at: (field: string) => string,
  config: GatewayConfig,
  { earlier, scope }: { readonly earlier: readonly Wan[]; readonly scope: GatewayRuleScope },
): RuleViolation[] {
  const [ip, gateway] = [parseIpv4(wan.ip), parseIpv4(wan.gateway)];
  if (ip === undefined || gateway === undefined) return [];
  const found: RuleViolation[] = [];
  if (!isHostOf(ip, wan.prefix)) found.push(createViolation(at('ip'), 'hostPartInvalid'));
  const longest = scope.limits.wanPrefixMax ?? WAN_PREFIX_MAX;
  if (wan.prefix > longest)
    found.push(
      createViolation(
        at('prefix'),
        'unsupportedFeature',
        `${scope.device?.name ?? 'The gateway'} supports masks of at most ${longest} bits.`,
      ),
    );
  // A network of one address has its gateway outside.
  const isNear = wan.prefix === 32 || isInSubnet(gateway, getSubnet(ip, wan.prefix));
  if (!isNear || gateway === ip || !isHostOf(gateway, wan.prefix))
    found.push(createViolation(at('gateway'), 'wanGatewayOutside'));
  const outside = earlier.flatMap((other) =>
    other.mode === 'static' ? [{ ...other, title: `port ${other.port}` }] : [],
  );
  const overlap = [...listInsideNetworks(config), ...outside].find((other) => {
    const own = parseIpv4(other.ip);
    return own !== undefined && doSubnetsOverlap(ip, wan.prefix, own, other.prefix);
  });
  if (overlap)
    found.push(
      createViolation(
        at('ip'),
        'wanIpConflict',
        `The network of the WAN overlaps that of ${overlap.title} (${overlap.ip}/${overlap.prefix}). Change one of them.`,
      ),
    );
  return found;
}

/** Longest mask of gateways that do not name one. */
const WAN_PREFIX_MAX = 30;

const NEXT_HOP_NOT_A_HOST =
  'The next hop must be another host. It cannot be the gateway itself, or the first or last address of its network.';

/**
 * Checks that names and destinations are unique, each destination is a network, and each next hop is a host
 * in a connected network.
 */
export function checkRoutes(config: GatewayConfig): RuleViolation[] {
  const networks = listConnectedNetworks(config);
  const inside = listInsideNetworks(config);
  // A WAN with a dynamic address has an unknown network, so any next hop may be in it.
  const openWan = !config.wan || config.wan.some(({ mode }) => mode !== 'static');
  const routes = config.staticRoutes ?? [];
  const names = findEarlierDuplicates(routes, ({ name }) => normalizeName(name));
  const destinations = findEarlierDuplicates(routes, ({ destination, prefix }) => `${destination}/${prefix}`);
  return routes.flatMap((route, index) => {
    const at = (field: string) => `staticRoutes.${index}.${field}`;
    const found: RuleViolation[] = [];
    if (names[index] !== undefined) found.push(createViolation(at('name'), 'routeNameExists'));
    const destination = parseIpv4(route.destination);
    const connected = inside.find(
      ({ ip, prefix }) =>
        prefix === route.prefix && getNetworkAddress(parseIpv4(ip) ?? 0, prefix) === destination,
    );
    if (destination !== undefined && !isRoutable(destination, route))
      found.push(createViolation(at('destination'), 'routeDestinationInvalid'));
    else if (
      destination !== undefined &&
      isInSubnet(destination, LINK_LOCAL) &&
      route.prefix >= LINK_LOCAL.prefix
    )
      found.push(createViolation(at('destination'), 'routeDestinationInvalid', SELF_ASSIGNED));
    else if (connected)
      found.push(
        createViolation(
          at('destination'),
          'routeDestinationInvalid',
          `This is the network of ${connected.title} (${connected.ip}/${connected.prefix}). A route to it has no effect.`,
        ),
      );
    else if (destinations[index] !== undefined)
      found.push(createViolation(at('destination'), 'routeDestinationExists'));
    const nextHop = parseIpv4(route.nextHop);
    if (nextHop === undefined) return found;
    const network = networks.find((each) => isInSubnet(nextHop, each));
    if (!network && !openWan) found.push(createViolation(at('nextHop'), 'routeNextHopInvalid'));
    if (network && !isNeighbour(nextHop, network))
      found.push(createViolation(at('nextHop'), 'routeNextHopInvalid', NEXT_HOP_NOT_A_HOST));
    return found;
  });
}

/**
 * Checks that the host part of a network is all zeros and its first number is 1 to 223, but not 127
 * (specification §5).
 */
function isRoutable(destination: number, { prefix }: StaticRoute): boolean {
  if (prefix < 0 || prefix > 32) return true;
  const first = destination >>> 24;
  if (getNetworkAddress(destination, prefix) !== destination) return false;
  return prefix === 0 ? destination === 0 : first >= 1 && first <= 223 && first !== 127;
}

const TARGET_NOT_A_HOST =
  'The internal IP must belong to a host. It cannot be the gateway itself, or the first or last address of its network.';

/**
 * Checks that names are unique, external ports are unique per protocol and match the internal ports in
 * number, and the target is behind the gateway.
 */
export function checkMappings(config: GatewayConfig): RuleViolation[] {
  const inside = isConnected(listInsideNetworks(config));
  const mappings = config.portMappings ?? [];
  const names = findEarlierDuplicates(mappings, ({ name }) => normalizeName(name));
  const takers = createPortRegistry();
  return mappings.flatMap((mapping, index) => {
    const at = (field: string) => `portMappings.${index}.${field}`;
    const found: RuleViolation[] = [];
    if (names[index] !== undefined) found.push(createViolation(at('name'), 'mappingNameExists'));
    const [external, internal] = [parseRanges(mapping.externalPorts), parseRanges(mapping.internalPorts)];
    if (external && internal && countPorts(external) !== countPorts(internal))
      found.push(createViolation(at('internalPorts'), 'mappingCountDiffers'));
    const clash = mappings[takers(mapping.protocol, external ?? [], index) ?? -1];
    if (clash) {
      const message = `An external port is already mapped by ${clash.name}. Enter a different port.`;
      found.push(createViolation(at('externalPorts'), 'mappingPortTaken', message));
    }
    const target = parseIpv4(mapping.internalIp);
    if (target === undefined) return found;
    const network = inside.find((each) => isInSubnet(target, each));
    if (!network) found.push(createViolation(at('internalIp'), 'mappingTargetOutside'));
    else if (!isNeighbour(target, network))
      found.push(createViolation(at('internalIp'), 'mappingTargetOutside', TARGET_NOT_A_HOST));
    return found;
  });
}

/** Returns undefined for an invalid list, because the schema already reports its error. */
const parseRanges = (text: string): readonly PortRange[] | undefined => {
  const result = parsePortRanges(text);
  return result.ok ? result.value : undefined;
};

const FREE = -1;

/**
 * Returns a function that stores the external ports of a mapping, and returns the first earlier mapping with
 * one of these ports.
 */
function createPortRegistry() {
  const takers = {
    tcp: new Int32Array(PORT_MAX + 1).fill(FREE),
    udp: new Int32Array(PORT_MAX + 1).fill(FREE),
  };
  return (
    protocol: PortMapping['protocol'],
    ranges: readonly PortRange[],
    taker: number,
  ): number | undefined => {
    let first: number | undefined;
    for (const ports of protocol === 'all' ? [takers.tcp, takers.udp] : [takers[protocol]])
      for (const { from, to } of ranges)
        for (let port = from; port <= to; port++) {
          const other = ports[port] ?? FREE;
          if (other === FREE) ports[port] = taker;
          else if (other !== taker && (first === undefined || other < first)) first = other;
        }
    return first;
  };
}

/** Checks that each client has one limit, with at least one rate. */
export function checkClientLimits({ clientLimits = [] }: GatewayConfig): RuleViolation[] {
  return clientLimits.flatMap(({ mac, upKbps, downKbps }, index, all) => {
    const found: RuleViolation[] = [];
    if (all.slice(0, index).some((other) => other.mac === mac))
      found.push(
        createViolation(
          `clientLimits.${index}.mac`,
          'invalidParameters',
          'The client already has a limit. Change the existing one.',
        ),
      );
    if (upKbps === undefined && downKbps === undefined)
      found.push(
        createViolation(`clientLimits.${index}.upKbps`, 'invalidParameters', 'Enter at least one rate.'),
      );
    return found;
  });
}
