import { checkGatewayConfig, type GatewayRuleScope } from './gateway/index.ts';
import { type RuleViolation, createViolation } from '../kit/violation.ts';
import { parseIpv4 } from '../net/index.ts';
import { checkRemovals, checkWireless, type WirelessScope } from './wireless/index.ts';
import { type BridgeScope, checkBridgeLinks } from './bridge/index.ts';
import { EMPTY_NETWORK_CONFIG, type NetworkConfig, type NetworkScope } from './schema.ts';

/** Facts against which a draft is checked, in addition to the applied configuration. */
export type NetworkRuleScope = GatewayRuleScope &
  Pick<NetworkScope, 'managementIps'> & {
    readonly wireless: WirelessScope;
    readonly bridges?: BridgeScope | undefined;
  };

/**
 * Checks a draft against all rules of specification §5, which also forbid the removal of items in use. Returns
 * every violation.
 */
export function checkNetworkConfig(
  config: NetworkConfig,
  scope: NetworkRuleScope,
  applied: NetworkConfig = EMPTY_NETWORK_CONFIG,
): RuleViolation[] {
  const { bridgeLinks = [], vlans, wireless } = config;
  return [
    ...checkRemovals(applied, config, scope.wireless),
    ...checkGatewayConfig(config, scope, applied),
    ...checkManagementIps(config, scope),
    ...(wireless ? checkWireless(wireless, { ...scope.wireless, vlans }) : []),
    ...checkBridgeLinks(
      bridgeLinks,
      { devices: [], ...scope.bridges, vlans, policies: wireless?.policies ?? [] },
      applied.bridgeLinks ?? [],
    ),
  ];
}

/**
 * Checks that no device has an address of the gateway, the counterpart of the rule that a management IP
 * differs from the LAN IP.
 */
function checkManagementIps(
  { lan, vlans }: NetworkConfig,
  { managementIps = [] }: NetworkRuleScope,
): RuleViolation[] {
  const taken = new Map(managementIps.map(({ ip, name }) => [parseIpv4(ip), name] as const));
  const own = [
    ...(lan ? [['lan.ip', lan.ip] as const] : []),
    ...vlans.map(({ ip }, index) => [`vlans.${index}.ip`, ip] as const),
  ];
  return own.flatMap(([path, ip]) => {
    const address = parseIpv4(ip);
    const name = address === undefined ? undefined : taken.get(address);
    return name === undefined
      ? []
      : [
          createViolation(
            path,
            'managementIpConflict',
            `${name} has this address as its management IP. Enter a different one.`,
          ),
        ];
  });
}
