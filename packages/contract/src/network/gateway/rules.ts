import { findEarlierDuplicates } from '../../kit/duplicates.ts';
import { type RuleViolation, createViolation } from '../../kit/violation.ts';
import {
  getBroadcastAddress,
  isHostOf,
  isInSubnet,
  getNetworkAddress,
  normalizeName,
  parseIpv4,
  doSubnetsOverlap,
} from '../../net/index.ts';
import { type InsideNetwork, listInsideNetworks } from './inside-networks.ts';
import { LINK_LOCAL, SELF_ASSIGNED } from './link-local.ts';
import { LAN_VLAN_ID } from './routing-schema.ts';
import { checkClientLimits, checkMappings, checkRoutes, checkWan } from './rules-routing.ts';
import { checkSupport } from './unsupported-items.ts';
import type { DhcpPool, GatewayConfig, GatewayScope, Vlan } from './schema.ts';

/** Facts against which a configuration is checked. Without a gateway, ports are not checked. */
export type GatewayRuleScope = Pick<GatewayScope, 'device' | 'lanPorts' | 'wanPorts' | 'limits' | 'features'>;

/** Checks all rules of specification §5 on the gateway's configuration; returns every violation. `applied` is the configuration that is replaced. */
export function checkGatewayConfig(
  config: GatewayConfig,
  scope: GatewayRuleScope,
  applied: GatewayConfig = { vlans: [], dhcpPools: [] },
): RuleViolation[] {
  return [
    ...checkSupport(config, scope, applied),
    ...checkCounts(config, scope),
    ...checkVlans(config.vlans, scope),
    ...checkLan(config),
    ...checkPools(config),
    ...checkWan(config, scope),
    ...checkRoutes(config),
    ...checkMappings(config),
    ...checkClientLimits(config),
  ];
}

function checkCounts(config: GatewayConfig, { limits }: GatewayRuleScope): RuleViolation[] {
  const found: RuleViolation[] = [];
  if (config.vlans.length > limits.vlans)
    found.push(
      createViolation(
        'vlans',
        'vlanLimit',
        `The limit of ${limits.vlans} VLANs is reached. Remove one first.`,
      ),
    );
  if (config.dhcpPools.length > limits.dhcpPools)
    found.push(
      createViolation(
        'dhcpPools',
        'dhcpPoolLimit',
        `The limit of ${limits.dhcpPools} DHCP pools is reached. Remove one first.`,
      ),
    );
  if ((config.staticRoutes?.length ?? 0) > limits.staticRoutes)
    found.push(
      createViolation(
        'staticRoutes',
        'staticRouteLimit',
        `The limit of ${limits.staticRoutes} static routes is reached. Remove one first.`,
      ),
    );
  if ((config.portMappings?.length ?? 0) > limits.portMappings)
    found.push(
      createViolation(
        'portMappings',
        'portMappingLimit',
        `The limit of ${limits.portMappings} port mappings is reached. Remove one first.`,
      ),
    );
  return found;
}

function checkVlans(vlans: readonly Vlan[], scope: GatewayRuleScope): RuleViolation[] {
  const twins = findEarlierDuplicates(vlans, ({ name }) => normalizeName(name));
  return vlans.flatMap((vlan, index) => [
    ...(twins[index] === undefined ? [] : [createViolation(`vlans.${index}.name`, 'vlanNameExists')]),
    ...checkVlan(vlan, index, vlans, scope),
  ]);
}

function checkVlan(
  vlan: Vlan,
  index: number,
  all: readonly Vlan[],
  scope: GatewayRuleScope,
): RuleViolation[] {
  const at = (field: string) => `vlans.${index}.${field}`;
  const found: RuleViolation[] = [];
  const { vlanMin, vlanMax } = scope.limits;
  const earlier = all.slice(0, index);
  if (vlan.id < vlanMin || vlan.id > vlanMax)
    found.push(
      createViolation(at('id'), 'vlanIdOutOfRange', `The VLAN ID must be between ${vlanMin} and ${vlanMax}.`),
    );
  if (earlier.some((other) => other.id === vlan.id)) found.push(createViolation(at('id'), 'vlanIdExists'));
  found.push(...checkVlanAddress(vlan, at('ip'), earlier));
  found.push(...checkTagged(vlan, at, scope));
  const taken = new Map(earlier.flatMap((other) => other.ports.map((port) => [port, other.id] as const)));
  for (const [portIndex, port] of vlan.ports.entries()) {
    const path = at(`ports.${portIndex}`);
    const label = scope.lanPorts.find(({ id }) => id === port)?.label;
    if (scope.device && label === undefined)
      found.push(
        createViolation(path, 'portUnknown', `The gateway has no LAN port ${port}. Choose an existing port.`),
      );
    const owner = taken.get(port);
    if (owner !== undefined)
      found.push(
        createViolation(
          path,
          'portInOtherVlan',
          `Port ${label ?? port} is already untagged in VLAN ${owner}. Remove it there first.`,
        ),
      );
  }
  return found;
}

function checkTagged(vlan: Vlan, at: (field: string) => string, scope: GatewayRuleScope): RuleViolation[] {
  return (vlan.taggedPorts ?? []).flatMap((port, index) => {
    const path = at(`taggedPorts.${index}`);
    const label = scope.lanPorts.find(({ id }) => id === port)?.label;
    if (scope.device && label === undefined)
      return [
        createViolation(path, 'portUnknown', `The gateway has no LAN port ${port}. Choose an existing port.`),
      ];
    return vlan.ports.includes(port)
      ? [
          createViolation(
            path,
            'portInOtherVlan',
            `Port ${label ?? port} is untagged in this VLAN. Choose tagged or untagged only.`,
          ),
        ]
      : [];
  });
}

function checkVlanAddress(vlan: Vlan, path: string, earlier: readonly Vlan[]): RuleViolation[] {
  const address = parseIpv4(vlan.ip);
  if (address === undefined) return [];
  if (!isHostOf(address, vlan.prefix)) return [createViolation(path, 'hostPartInvalid')];
  if (isInSubnet(address, LINK_LOCAL)) return [createViolation(path, 'hostPartInvalid', SELF_ASSIGNED)];
  const overlap = earlier.find((other) => {
    const otherAddress = parseIpv4(other.ip);
    return otherAddress !== undefined && doSubnetsOverlap(address, vlan.prefix, otherAddress, other.prefix);
  });
  return overlap
    ? [
        createViolation(
          path,
          'vlanSubnetOverlap',
          `The network overlaps that of VLAN ${overlap.id} (${overlap.ip}/${overlap.prefix}). Change one of them.`,
        ),
      ]
    : [];
}

/**
 * Checks that the LAN has a host address, overlaps no VLAN and no static WAN, and is not combined with VLAN
 * 1.
 */
function checkLan({ lan, vlans, wan = [] }: GatewayConfig): RuleViolation[] {
  const address = lan && parseIpv4(lan.ip);
  if (!lan || address === undefined) return [];
  const found: RuleViolation[] = [];
  if (!isHostOf(address, lan.prefix)) found.push(createViolation('lan.ip', 'hostPartInvalid'));
  if (isInSubnet(address, LINK_LOCAL))
    found.push(createViolation('lan.ip', 'hostPartInvalid', SELF_ASSIGNED));
  const overlaps = ({ ip, prefix }: Pick<Vlan, 'ip' | 'prefix'>): boolean => {
    const other = parseIpv4(ip);
    return other !== undefined && doSubnetsOverlap(address, lan.prefix, other, prefix);
  };
  for (const [index, vlan] of vlans.entries()) {
    if (vlan.id === LAN_VLAN_ID)
      found.push(
        createViolation(
          `vlans.${index}.id`,
          'vlanIdExists',
          `VLAN ${LAN_VLAN_ID} is the LAN (${lan.ip}/${lan.prefix}). Change one of them.`,
        ),
      );
    if (overlaps(vlan))
      found.push(
        createViolation(
          `vlans.${index}.ip`,
          'vlanVersusLan',
          `The network of VLAN ${vlan.id} overlaps that of the LAN (${lan.ip}/${lan.prefix}). Change one of them.`,
        ),
      );
  }
  const outside = wan.find((each) => each.mode === 'static' && overlaps(each));
  if (outside?.mode === 'static')
    found.push(
      createViolation(
        'lan.ip',
        'lanIpConflict',
        `The network of the LAN overlaps that of port ${outside.port} (${outside.ip}/${outside.prefix}). Change one of them.`,
      ),
    );
  return found;
}

function checkPools(config: GatewayConfig): RuleViolation[] {
  const { dhcpPools } = config;
  // Reverses the list, so that the first of two VLANs with one ID counts; the second has a violation of its
  // own.
  const inside = listInsideNetworks(config).reverse();
  const networks = new Map(inside.map((each) => [each.id, each] as const));
  const names = findEarlierDuplicates(dhcpPools, ({ name }) => normalizeName(name));
  const vlans = findEarlierDuplicates(dhcpPools, ({ vlanId }) => `${vlanId}`);
  return dhcpPools.flatMap((pool, index) => {
    const at = (field: string) => `dhcpPools.${index}.${field}`;
    const vlan = networks.get(pool.vlanId);
    const found: RuleViolation[] = [];
    if (names[index] !== undefined) found.push(createViolation(at('name'), 'dhcpPoolNameExists'));
    if (!vlan) found.push(createViolation(at('vlanId'), 'dhcpVlanMissing'));
    else if (vlans[index] !== undefined) found.push(createViolation(at('vlanId'), 'dhcpVlanTaken'));
    return [...found, ...checkPool(pool, vlan, at)];
  });
}

function checkPool(
  pool: DhcpPool,
  vlan: InsideNetwork | undefined,
  at: (field: string) => string,
): RuleViolation[] {
  const found: RuleViolation[] = [];
  if (pool.dns.length === 2 && parseIpv4(pool.dns[0] ?? '') === parseIpv4(pool.dns[1] ?? ''))
    found.push(createViolation(at('dns.1'), 'dnsSame'));
  if (!vlan) return found;
  return [...found, ...checkPoolRange(pool, vlan, at), ...checkReservations(pool, vlan, at)];
}

function checkReservations(
  pool: DhcpPool,
  vlan: InsideNetwork,
  at: (field: string) => string,
): RuleViolation[] {
  const own = parseIpv4(vlan.ip);
  if (own === undefined) return [];
  return (pool.reservations ?? []).flatMap(({ ip, mac }, index, all) => {
    const earlier = all.slice(0, index);
    const address = parseIpv4(ip);
    const on = (field: string) => at(`reservations.${index}.${field}`);
    const found: RuleViolation[] = [];
    if (earlier.some((other) => other.mac === mac))
      found.push(
        createViolation(
          on('mac'),
          'dhcpPoolVersusVlan',
          'The client already has a reserved address. Change the existing one.',
        ),
      );
    if (earlier.some((other) => other.ip === ip))
      found.push(
        createViolation(
          on('ip'),
          'dhcpPoolVersusVlan',
          'The address is already reserved. Enter a different one.',
        ),
      );
    const fits = address !== undefined && address !== own && isHostOf(address, vlan.prefix);
    if (!fits || !doSubnetsOverlap(address, 32, own, vlan.prefix))
      found.push(
        createViolation(
          on('ip'),
          'dhcpPoolVersusVlan',
          `The address must be a client's in the network of ${vlan.title} (${vlan.ip}/${vlan.prefix}).`,
        ),
      );
    return found;
  });
}

function checkPoolRange(pool: DhcpPool, vlan: InsideNetwork, at: (field: string) => string): RuleViolation[] {
  const [start, end, own] = [parseIpv4(pool.start), parseIpv4(pool.end), parseIpv4(vlan.ip)];
  if (start === undefined || end === undefined || own === undefined) return [];
  const [first, last] = [getNetworkAddress(own, vlan.prefix) + 1, getBroadcastAddress(own, vlan.prefix) - 1];
  const found: RuleViolation[] = [];
  const outside = `The address must be inside the network of ${vlan.title} (${vlan.ip}/${vlan.prefix}).`;
  if (start < first || start > last) found.push(createViolation(at('start'), 'dhcpOutsideVlan', outside));
  if (end < first || end > last) found.push(createViolation(at('end'), 'dhcpOutsideVlan', outside));
  if (end <= start) found.push(createViolation(at('end'), 'dhcpEndBeforeStart'));
  else if (own >= start && own <= end)
    found.push(
      createViolation(
        at('start'),
        'dhcpContainsGateway',
        `The pool contains the gateway's own address ${vlan.ip}. Change its start or end.`,
      ),
    );
  return found;
}
