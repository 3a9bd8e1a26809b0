import { ERRORS, type ErrorName } from '../kit/error-catalogue.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { broadcastOf, isHostOf, networkOf, normalForm, parseIpv4, subnetsOverlap } from '../net/index.ts';
import type { DhcpPool, GatewayConfig, GatewayScope, Vlan } from './schema.ts';

/** One broken rule, on the field where it belongs. */
export interface RuleViolation {
  /** Dotted path into the configuration: `vlans.0.id`. */
  readonly path: string;
  readonly error: ErrorName;
  readonly message: string;
}

/** What a configuration is checked against; without a gateway, ports are not. */
export type GatewayRuleScope = Pick<GatewayScope, 'device' | 'lanPorts' | 'limits'>;

const violation = (
  path: string,
  error: ErrorName,
  message: string = ERRORS[error].message,
): RuleViolation => ({
  path,
  error,
  message,
});

/** Every rule of specification §5 on VLANs and DHCP pools together; all broken rules at once. */
export function checkGatewayConfig(config: GatewayConfig, scope: GatewayRuleScope): RuleViolation[] {
  return [
    ...checkCounts(config, scope),
    ...config.vlans.flatMap((vlan, index) => checkVlan(vlan, index, config.vlans, scope)),
    ...config.dhcpPools.flatMap((pool, index) => checkPool(pool, index, config)),
  ];
}

function checkCounts(config: GatewayConfig, { limits }: GatewayRuleScope): RuleViolation[] {
  const found: RuleViolation[] = [];
  if (config.vlans.length > limits.vlans)
    found.push(violation('vlans', 'vlanLimit', `At most ${limits.vlans} VLANs are possible.`));
  if (config.dhcpPools.length > limits.dhcpPools)
    found.push(
      violation('dhcpPools', 'dhcpPoolLimit', `At most ${limits.dhcpPools} DHCP pools are possible.`),
    );
  return found;
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
      violation(at('id'), 'vlanIdOutOfRange', `The VLAN ID must be between ${vlanMin} and ${vlanMax}.`),
    );
  if (earlier.some((other) => other.id === vlan.id)) found.push(violation(at('id'), 'vlanIdExists'));
  if (earlier.some((other) => normalForm(other.name) === normalForm(vlan.name)))
    found.push(violation(at('name'), 'vlanNameExists'));
  found.push(...checkVlanAddress(vlan, at('ip'), earlier));
  const taken = new Map(earlier.flatMap((other) => other.ports.map((port) => [port, other.id] as const)));
  for (const [portIndex, port] of vlan.ports.entries()) {
    const path = at(`ports.${portIndex}`);
    const label = scope.lanPorts.find(({ id }) => id === port)?.label;
    if (scope.device && label === undefined)
      found.push(violation(path, 'portUnknown', `The gateway has no LAN port ${port}.`));
    const owner = taken.get(port);
    if (owner !== undefined)
      found.push(
        violation(path, 'portInOtherVlan', `Port ${label ?? port} is already untagged in VLAN ${owner}.`),
      );
  }
  return found;
}

function checkVlanAddress(vlan: Vlan, path: string, earlier: readonly Vlan[]): RuleViolation[] {
  const address = parseIpv4(vlan.ip);
  if (address === undefined) return [];
  if (!isHostOf(address, vlan.prefix)) return [violation(path, 'hostPartInvalid')];
  const overlap = earlier.find((other) => {
    const otherAddress = parseIpv4(other.ip);
    return otherAddress !== undefined && subnetsOverlap(address, vlan.prefix, otherAddress, other.prefix);
  });
  return overlap
    ? [
        violation(
          path,
          'vlanSubnetOverlap',
          `The network overlaps that of VLAN ${overlap.id} (${overlap.ip}/${overlap.prefix}).`,
        ),
      ]
    : [];
}

function checkPool(pool: DhcpPool, index: number, config: GatewayConfig): RuleViolation[] {
  const at = (field: string) => `dhcpPools.${index}.${field}`;
  const found: RuleViolation[] = [];
  const earlier = config.dhcpPools.slice(0, index);
  if (earlier.some((other) => normalForm(other.name) === normalForm(pool.name)))
    found.push(violation(at('name'), 'dhcpPoolNameExists'));
  if (pool.dns.length === 2 && parseIpv4(pool.dns[0] ?? '') === parseIpv4(pool.dns[1] ?? ''))
    found.push(violation(at('dns.1'), 'dnsSame'));
  const vlan = config.vlans.find((candidate) => candidate.id === pool.vlanId);
  if (!vlan) return [...found, violation(at('vlanId'), 'dhcpVlanMissing')];
  if (earlier.some((other) => other.vlanId === pool.vlanId))
    found.push(violation(at('vlanId'), 'dhcpVlanTaken'));
  return [...found, ...checkPoolRange(pool, vlan, at)];
}

function checkPoolRange(pool: DhcpPool, vlan: Vlan, at: (field: string) => string): RuleViolation[] {
  const [start, end, own] = [parseIpv4(pool.start), parseIpv4(pool.end), parseIpv4(vlan.ip)];
  if (start === undefined || end === undefined || own === undefined) return [];
  const [first, last] = [networkOf(own, vlan.prefix) + 1, broadcastOf(own, vlan.prefix) - 1];
  const found: RuleViolation[] = [];
  const outside = `The address must be inside the network of VLAN ${vlan.id} (${vlan.ip}/${vlan.prefix}).`;
  if (start < first || start > last) found.push(violation(at('start'), 'dhcpOutsideVlan', outside));
  if (end < first || end > last) found.push(violation(at('end'), 'dhcpOutsideVlan', outside));
  if (end <= start) found.push(violation(at('end'), 'dhcpEndBeforeStart'));
  else if (own >= start && own <= end)
    found.push(
      violation(
        at('start'),
        'dhcpContainsGateway',
        `The pool contains the gateway's own address ${vlan.ip}.`,
      ),
    );
  return found;
}

/** The violations as the error body carries them; the first one of a field wins. */
export function fieldsOf(violations: readonly RuleViolation[]): FieldErrors {
  const fields: Record<string, string> = {};
  for (const { path, message } of violations) fields[path] ??= message;
  return fields;
}
