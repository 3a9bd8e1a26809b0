import type { Feature } from '../../device-protocol/index.ts';
import { createViolation, type RuleViolation } from '../../kit/violation.ts';
import type { GatewayConfig, GatewayScope } from './schema.ts';

interface ListSupport {
  /** Feature that a gateway needs for the items. */
  readonly feature: Feature;
  readonly nouns: string;
  readonly error: RuleViolation['error'];
}

/** Lists of the gateway's configuration, and what a gateway needs for their items. */
const GATEWAY_LISTS = {
  vlans: { feature: 'vlan', nouns: 'VLANs', error: 'vlanLimit' },
  dhcpPools: { feature: 'dhcp', nouns: 'DHCP pools', error: 'dhcpPoolLimit' },
  wan: { feature: 'wan', nouns: 'internet connections', error: 'unsupportedFeature' },
  staticRoutes: { feature: 'static-route', nouns: 'static routes', error: 'staticRouteLimit' },
  portMappings: { feature: 'port-mapping', nouns: 'port mappings', error: 'portMappingLimit' },
  clientLimits: { feature: 'client-limit', nouns: 'limits of clients', error: 'unsupportedFeature' },
} as const satisfies Partial<Record<keyof GatewayConfig, ListSupport>>;
export type GatewayList = keyof typeof GATEWAY_LISTS;

export const isGatewayList = (list: string): list is GatewayList => Object.hasOwn(GATEWAY_LISTS, list);

type SupportScope = Pick<GatewayScope, 'device' | 'features'>;

/** Returns the name of the gateway if it does not support the items of a list; undefined if it does, and without a gateway. */
export const findUnsupportingGateway = (
  { device, features }: SupportScope,
  list: GatewayList,
): string | undefined =>
  device && !features.includes(GATEWAY_LISTS[list].feature) ? device.name : undefined;

/**
 * Refuses new and changed items that the gateway does not support. Items of the applied configuration stay, because an
 * exchange of the gateway must not block other edits.
 */
export function checkSupport(
  config: GatewayConfig,
  scope: SupportScope,
  applied: GatewayConfig,
): RuleViolation[] {
  return (Object.keys(GATEWAY_LISTS) as GatewayList[]).flatMap((list) => {
    const name = findUnsupportingGateway(scope, list);
    if (name === undefined) return [];
    const { error, nouns } = GATEWAY_LISTS[list];
    const kept = new Set((applied[list] ?? []).map((item) => JSON.stringify(item)));
    return (config[list] ?? []).flatMap((item, index) =>
      kept.has(JSON.stringify(item))
        ? []
        : [createViolation(`${list}.${index}`, error, `${name} does not support ${nouns}. Remove this one.`)],
    );
  });
}
