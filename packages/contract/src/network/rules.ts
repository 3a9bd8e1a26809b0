import { checkGatewayConfig, type GatewayRuleScope } from '../gateway/index.ts';
import type { RuleViolation } from '../kit/violation.ts';
import { checkRemovals, checkWireless, type WirelessScope } from '../wireless/index.ts';
import { EMPTY_NETWORK_CONFIG, type NetworkConfig } from './schema.ts';

/** What a draft is checked against, beside what is applied now. */
export type NetworkRuleScope = GatewayRuleScope & { readonly wireless: WirelessScope };

/** Every rule of specification §5 on the whole draft, and what it may not take away; all broken rules at once. */
export function checkNetworkConfig(
  config: NetworkConfig,
  scope: NetworkRuleScope,
  applied: NetworkConfig = EMPTY_NETWORK_CONFIG,
): RuleViolation[] {
  const { vlans, wireless } = config;
  return [
    ...checkRemovals(applied, config, scope.wireless),
    ...checkGatewayConfig(config, scope),
    ...(wireless ? checkWireless(wireless, { ...scope.wireless, vlans }) : []),
  ];
}
