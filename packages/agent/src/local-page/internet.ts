import {
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

/** The ways to the internet of a device that has any, as its own page works on them. */
export interface LocalInternet {
  readonly ports: readonly string[];
  readonly running: () => DeviceConfig;
  /** Resolves with nothing when it runs, or with why not. */
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

/** Each port as it is set; `installed` is one that nobody has said anything of. */
export function internetPorts({ ports, running }: LocalInternet) {
  const { wan = [] } = running();
  return ports.map((port) => {
    const set = wan.find((each) => each.port === port);
    if (!set) return { port, mode: 'installed' as const, dns: [] };
    if (set.mode !== 'static') return { port, mode: set.mode, dns: set.dns };
    const { dns, gateway, ip, mode, prefix } = set;
    return { port, mode, ip, mask: formatMask(prefix), gateway, dns };
  });
}

/** A way to the internet as the page sent it, under the same rules as in the console; a sentence when it breaks one. */
export function readInternet(value: unknown, { ports, running }: LocalInternet): LocalWan | string {
  const read = body.safeParse(value);
  if (!read.success) return sentence(read.error);
  const { data } = read;
  if (!ports.includes(data.port)) return `The device has no WAN port ${data.port}.`;
  const parsed = wanSchema.safeParse(data.mode === 'dhcp' ? data : { ...data, prefix: parseMask(data.mask) });
  if (!parsed.success) return sentence(parsed.error);
  const { data: wan } = parsed;
  if (wan.mode === 'pppoe') return 'PPPoE is set in the console.';
  const broken = checkGatewayConfig(besides(running(), wan), ANY_PORTS).find(({ path }) =>
    path.startsWith('wan.'),
  );
  return broken ? broken.message : wan;
}

/** What it must not collide with: the inner networks, and the other ports with a fixed address. */
function besides({ vlans, wan = [] }: DeviceConfig, changed: LocalWan) {
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

const sentence = ({ issues }: z.ZodError): string => issues[0]?.message ?? 'The value is not valid.';
