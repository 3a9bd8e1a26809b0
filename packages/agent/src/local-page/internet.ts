import {
  describeIssue,
  checkGatewayConfig,
  type GatewayRuleScope,
  LAN_VLAN_ID,
  wan as wanSchema,
} from '@northlight/contract';
import {
  capabilityLimits,
  type ConfigIssue,
  type DeviceConfig,
  type LocalWan,
} from '@northlight/contract/device-protocol';
import { formatMask, ipv4, mask, parseMask } from '@northlight/contract/net';
import { z } from 'zod';

/** Access of the local page to the WAN settings of a device. */
export interface LocalInternet {
  readonly ports: readonly string[];
  readonly running: () => DeviceConfig;
  /** Changes a WAN. Resolves without issues when the change runs, otherwise with the reasons. */
  readonly change: (wan: LocalWan) => Promise<readonly ConfigIssue[]>;
}

const body = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('dhcp'), port: z.string(), dns: z.array(z.string()).max(2) }),
  z.object({
    mode: z.literal('static'),
    port: z.string(),
    ip: ipv4,
    mask,
    gateway: ipv4,
    dns: z.array(z.string()).max(2),
  }),
]);

/** Lists the settings by WAN port. The mode `installed` means that the port has its installer's settings. */
export function listInternetPorts({ ports, running }: LocalInternet) {
  const { wan = [] } = running();
  return ports.map((port) => {
    const current = wan.find((each) => each.port === port);
    if (!current) return { port, mode: 'installed' as const, dns: [] };
    if (current.mode !== 'static') return { port, mode: current.mode, dns: current.dns };
    const { dns, gateway, ip, mode, prefix } = current;
    return { port, mode, ip, mask: formatMask(prefix), gateway, dns };
  });
}

/**
 * Checks WAN settings of the page with the rules of the console; returns a sentence if they violate a rule.
 */
export function readInternet(value: unknown, { ports, running }: LocalInternet): LocalWan | string {
  const read = body.safeParse(value, { error: describeIssue });
  if (!read.success) return formatSentence(read.error);
  const { data } = read;
  if (!ports.includes(data.port)) return `The device has no WAN port ${data.port}.`;
  const parsed = wanSchema.safeParse(
    data.mode === 'dhcp' ? data : { ...data, prefix: parseMask(data.mask) },
    { error: describeIssue },
  );
  if (!parsed.success) return formatSentence(parsed.error);
  const { data: wan } = parsed;
  if (wan.mode === 'pppoe') return 'Set up PPPoE in the console.';
  const violation = checkGatewayConfig(withOtherNetworks(running(), wan), ANY_PORTS).find(({ path }) =>
    path.startsWith('wan.'),
  );
  return violation ? violation.message : wan;
}

/** Adds the networks that the change must not overlap: the LAN, VLANs and other static WANs. */
function withOtherNetworks({ vlans, wan = [] }: DeviceConfig, changed: LocalWan) {
  const inner = vlans.flatMap(({ id, ip, name, prefix }) =>
    ip === undefined || prefix === undefined ? [] : [{ id, name, ip, prefix, ports: [] }],
  );
  const lan = inner.find(({ id }) => id === LAN_VLAN_ID);
  const others = wan.flatMap((each) => (each.mode === 'static' && each.port !== changed.port ? [each] : []));
  return {
    vlans: inner.filter(({ id }) => id !== LAN_VLAN_ID),
    dhcpPools: [],
    wan: [...others, changed],
    ...(lan && { lan: { ip: lan.ip, prefix: lan.prefix } }),
  };
}

const ANY_PORTS: GatewayRuleScope = {
  lanPorts: [],
  wanPorts: [],
  features: [],
  limits: capabilityLimits.parse({}),
};

const formatSentence = ({ issues }: z.ZodError): string => issues[0]?.message ?? 'The value is not valid.';
