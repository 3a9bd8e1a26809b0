import {
  countPorts,
  inSubnet,
  isHostOf,
  networkOf,
  normalForm,
  parseIpv4,
  parsePortRanges,
} from '../net/index.ts';
import { type PortRange, type Subnet, subnetOf, subnetsOverlap } from '../net/index.ts';
import { type RuleViolation, violation } from '../kit/violation.ts';
import { insideNetworks } from './inside-networks.ts';
import type { PortMapping, PppoeWan, StaticRoute, Wan } from './routing-schema.ts';
import type { GatewayRuleScope } from './rules.ts';
import type { GatewayConfig } from './schema.ts';

/** The networks that the gateway is in: its LAN and VLANs, and the WANs whose address is fixed. */
function connectedNetworks(config: GatewayConfig): Subnet[] {
  const fixed = (config.wan ?? []).flatMap((each) => (each.mode === 'static' ? [each] : []));
  const addressed = [...insideNetworks(config), ...fixed];
  return addressed.flatMap(({ ip, prefix }) => {
    const address = parseIpv4(ip);
    return address === undefined ? [] : [subnetOf(address, prefix)];
  });
}

/** WAN ports: known, each once, with an address that fits its own gateway and no VLAN. */
export function checkWan(config: GatewayConfig, scope: GatewayRuleScope): RuleViolation[] {
  return (config.wan ?? []).flatMap((wan, index, all) => {
    const at = (field: string) => `wan.${index}.${field}`;
    const found: RuleViolation[] = [];
    if (scope.device && !scope.wanPorts.some(({ id }) => id === wan.port))
      found.push(violation(at('port'), 'portUnknown', `The gateway has no WAN port ${wan.port}.`));
    if (all.slice(0, index).some(({ port }) => port === wan.port))
      found.push(
        violation(at('port'), 'wanIpConflict', `Port ${wan.port} already has a way to the internet.`),
      );
    if (wan.dns.length === 2 && parseIpv4(wan.dns[0] ?? '') === parseIpv4(wan.dns[1] ?? ''))
      found.push(violation(at('dns.1'), 'wanDnsSame'));
    if (wan.mode === 'static') found.push(...checkStaticWan(wan, at, config, all.slice(0, index)));
    if (wan.mode === 'pppoe') found.push(...checkPppoe(wan, at, scope));
    return found;
  });
}

/** Lines that the gateway can dial, each with its password. */
function checkPppoe(wan: PppoeWan, at: (field: string) => string, scope: GatewayRuleScope): RuleViolation[] {
  const found: RuleViolation[] = [];
  if (scope.device && !scope.features.includes('pppoe'))
    found.push(violation(at('mode'), 'pppoeInvalid', 'This gateway cannot dial by PPPoE.'));
  const most = scope.limits.pppoeLines ?? 1;
  if (wan.lines.length > most)
    found.push(
      violation(
        at(`lines.${most}.user`),
        'pppoeInvalid',
        `The gateway dials at most ${most} ${most === 1 ? 'line' : 'lines'} on one port.`,
      ),
    );
  for (const [index, { password, passwordId }] of wan.lines.entries())
    if (password === undefined && passwordId === undefined)
      found.push(violation(at(`lines.${index}.password`), 'pppoeInvalid', 'Enter the password of the line.'));
  return found;
}

function checkStaticWan(
  wan: Extract<Wan, { mode: 'static' }>,
  at: (field: string) => string,
  config: GatewayConfig,
  earlier: readonly Wan[],
): RuleViolation[] {
  const [ip, gateway] = [parseIpv4(wan.ip), parseIpv4(wan.gateway)];
  if (ip === undefined || gateway === undefined) return [];
  const found: RuleViolation[] = [];
  if (!isHostOf(ip, wan.prefix)) found.push(violation(at('ip'), 'hostPartInvalid'));
  if (!inSubnet(gateway, subnetOf(ip, wan.prefix)) || gateway === ip || !isHostOf(gateway, wan.prefix))
    found.push(violation(at('gateway'), 'wanGatewayOutside'));
  const outside = earlier.flatMap((other) =>
    other.mode === 'static' ? [{ ...other, title: `port ${other.port}` }] : [],
  );
  const overlap = [...insideNetworks(config), ...outside].find((other) => {
    const own = parseIpv4(other.ip);
    return own !== undefined && subnetsOverlap(ip, wan.prefix, own, other.prefix);
  });
  if (overlap)
    found.push(
      violation(
        at('ip'),
        'wanIpConflict',
        `The network of the WAN overlaps that of ${overlap.title} (${overlap.ip}/${overlap.prefix}).`,
      ),
    );
  return found;
}

/** Static routes: names and destinations once, a destination that is a network, a next hop that is a neighbour. */
export function checkRoutes(config: GatewayConfig): RuleViolation[] {
  const connected = connectedNetworks(config);
  return (config.staticRoutes ?? []).flatMap((route, index, all) => {
    const at = (field: string) => `staticRoutes.${index}.${field}`;
    const earlier = all.slice(0, index);
    const found: RuleViolation[] = [];
    if (earlier.some(({ name }) => normalForm(name) === normalForm(route.name)))
      found.push(violation(at('name'), 'routeNameExists'));
    const destination = parseIpv4(route.destination);
    if (destination === undefined || !isRoutable(destination, route))
      found.push(violation(at('destination'), 'routeDestinationInvalid'));
    else if (
      earlier.some((other) => other.prefix === route.prefix && other.destination === route.destination)
    )
      found.push(violation(at('destination'), 'routeDestinationExists'));
    const nextHop = parseIpv4(route.nextHop);
    // A WAN that is given its address has networks that nobody knows beforehand.
    const openWan = (config.wan ?? []).some(({ mode }) => mode !== 'static') || !config.wan;
    if (nextHop !== undefined && !openWan && !connected.some((network) => inSubnet(nextHop, network)))
      found.push(violation(at('nextHop'), 'routeNextHopInvalid'));
    return found;
  });
}

/** A network (its host part is all zeros) whose first number is 1 to 223 and not 127 (specification §5). */
function isRoutable(destination: number, { prefix }: StaticRoute): boolean {
  const first = destination >>> 24;
  if (networkOf(destination, prefix) !== destination) return false;
  return prefix === 0 ? destination === 0 : first >= 1 && first <= 223 && first !== 127;
}

/** Port mappings: names once, external ports once per protocol, as many internal ports, a target behind the gateway. */
export function checkMappings(config: GatewayConfig): RuleViolation[] {
  return (config.portMappings ?? []).flatMap((mapping, index, all) => {
    const at = (field: string) => `portMappings.${index}.${field}`;
    const earlier = all.slice(0, index);
    const found: RuleViolation[] = [];
    if (earlier.some(({ name }) => normalForm(name) === normalForm(mapping.name)))
      found.push(violation(at('name'), 'mappingNameExists'));
    const [external, internal] = [rangesOf(mapping.externalPorts), rangesOf(mapping.internalPorts)];
    if (countPorts(external) !== countPorts(internal))
      found.push(violation(at('internalPorts'), 'mappingCountDiffers'));
    const clash = earlier.find((other) => sharesPorts(mapping, other));
    if (clash)
      found.push(
        violation(
          at('externalPorts'),
          'mappingPortTaken',
          `An external port is already mapped by ${clash.name}.`,
        ),
      );
    const target = parseIpv4(mapping.internalIp);
    const inside = insideNetworks(config).some(({ ip, prefix }) => {
      const own = parseIpv4(ip);
      return own !== undefined && target !== undefined && inSubnet(target, subnetOf(own, prefix));
    });
    if (!inside) found.push(violation(at('internalIp'), 'mappingTargetOutside'));
    return found;
  });
}

const rangesOf = (text: string): readonly PortRange[] => {
  const result = parsePortRanges(text);
  return result.ok ? result.value : [];
};

function sharesPorts(one: PortMapping, other: PortMapping): boolean {
  if (one.protocol !== 'all' && other.protocol !== 'all' && one.protocol !== other.protocol) return false;
  const ranges = rangesOf(other.externalPorts);
  return rangesOf(one.externalPorts).some((a) => ranges.some((b) => a.from <= b.to && b.from <= a.to));
}

/** Limits of clients: each client once, and a limit that limits something. */
export function checkClientLimits({ clientLimits = [] }: GatewayConfig): RuleViolation[] {
  return clientLimits.flatMap(({ mac, upKbps, downKbps }, index, all) => {
    const found: RuleViolation[] = [];
    if (all.slice(0, index).some((other) => other.mac === mac))
      found.push(
        violation(`clientLimits.${index}.mac`, 'invalidParameters', 'The client already has a limit.'),
      );
    if (upKbps === undefined && downKbps === undefined)
      found.push(violation(`clientLimits.${index}.upKbps`, 'invalidParameters', 'Enter at least one rate.'));
    return found;
  });
}
