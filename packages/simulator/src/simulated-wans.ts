import type { ConfigWan, PortCapability, WanStat } from '@northlight/contract/device-protocol';

const ISP_DNS = ['192.0.2.53', '192.0.2.54'];

export interface WanSources {
  readonly ports: readonly PortCapability[];
  /** Ids of the ports with a link. */
  readonly linked: ReadonlySet<string>;
  readonly configured: readonly ConfigWan[];
  /** MAC address of the device, from which the simulated ISP derives the address. */
  readonly mac: string;
}

/**
 * Returns the state of the WAN ports. The port in use is the first one with a link, in the order of the
 * configuration.
 */
export function computeWans({ configured, linked, mac, ports }: WanSources): WanStat[] {
  const ids = ports.flatMap(({ id, role }) => (role === 'wan' ? [id] : []));
  const order = [...new Set([...configured.map(({ port }) => port), ...ids])];
  const active = order.find((id) => ids.includes(id) && linked.has(id));
  return ids.map((id, index): WanStat => {
    const up = linked.has(id);
    const inUse = id === active;
    if (!up) return { id, up, inUse };
    const setting = configured.find(({ port }) => port === id);
    return { id, up, inUse, ...describeAddress(setting, index, mac) };
  });
}

function describeAddress(
  setting: ConfigWan | undefined,
  index: number,
  mac: string,
): Pick<WanStat, 'dns' | 'gateway' | 'ip' | 'prefix'> {
  const dns = setting && setting.dns.length > 0 ? setting.dns : ISP_DNS;
  if (setting?.mode === 'static') {
    const { gateway, ip, prefix } = setting;
    return { ip, prefix, gateway, ...(setting.dns.length > 0 && { dns }) };
  }
  const [third = 0, fourth = 0] = mac
    .split(':')
    .slice(-2)
    .map((byte) => Number.parseInt(byte, 16));
  const network = `100.${64 + index}.${third}`;
  const ip = `${network}.${2 + (fourth % 250)}`;
  return setting?.mode === 'pppoe'
    ? { ip, prefix: 32, dns }
    : { ip, prefix: 24, gateway: `${network}.1`, dns };
}
