import type { ConfigWan, PortCapability, WanPing, WanStat } from '@northlight/contract/device-protocol';
import { drawRandomFloat, type Entropy } from '@northlight/runtime';
import { computeNextValue } from './physics/next-value.ts';
import type { DefaultRoute } from './simulated-routes.ts';

const ISP_DNS = ['192.0.2.53', '192.0.2.54'];
/** Address on the internet that is measured on a line without name servers. */
const INTERNET = '198.51.100.1';
const GATEWAY_MS = 1.6;
const INTERNET_MS = 12;

/** The parts of a WAN setting that decide its address; PPPoE lines without their passwords. */
type WanSetting =
  | Extract<ConfigWan, { mode: 'static' }>
  | { readonly mode: 'dhcp' | 'pppoe'; readonly port: string; readonly dns: string[] };

export interface WanSources {
  readonly ports: readonly PortCapability[];
  /** Ports with a link. */
  readonly linked: ReadonlySet<string>;
  readonly configured: readonly WanSetting[];
  /** MAC address of the device, from which its ISP derives the address. */
  readonly mac: string;
  /** Time since the device has started (s). */
  readonly uptimeSeconds: number;
  readonly quality: LineQuality;
}

/** Requests in a measurement of 5 min. */
const PINGS = 60;
/** Share of lost requests on a line without a fault. */
const LOSS = 0.004;

/** Latency and loss of the ISP's lines; latencies drift from report to report. */
export class LineQuality {
  readonly #entropy: Entropy;
  readonly #latencies = new Map<string, number>();

  constructor(entropy: Entropy) {
    this.#entropy = entropy;
  }

  /** Returns a measurement to `target` whose latency stays near `typicalMs`. */
  measure(target: string, typicalMs: number): WanPing {
    const before = this.#latencies.get(target) ?? typicalMs;
    const noise = typicalMs / 8;
    const limits = { min: typicalMs / 2, max: typicalMs * 2 };
    const latency = computeNextValue(before, typicalMs, this.#entropy, { noise, ...limits });
    this.#latencies.set(target, latency);
    const lost = Array.from({ length: PINGS }).filter(() => drawRandomFloat(this.#entropy) < LOSS).length;
    return { target, sent: PINGS, lost, latencyMs: Math.round(latency * 10) / 10 };
  }
}

type WanAddresses = Pick<WanSources, 'configured' | 'mac' | 'ports'>;

/** Lists the WAN ports with their addresses, in the order of the hardware. */
const listAddresses = ({ configured, mac, ports }: WanAddresses) =>
  ports
    .filter(({ role }) => role === 'wan')
    .map(({ id }, index) => ({
      id,
      address: describeAddress(
        configured.find(({ port }) => port === id),
        index,
        mac,
      ),
    }));

/** Lists the default routes of a device whose WAN ports all have a link, in the order of the configuration. */
export function listDefaultRoutes(wans: WanAddresses): DefaultRoute[] {
  const addresses = listAddresses(wans);
  const used = wans.configured.map(({ port }) => port);
  // A device without WAN settings uses its first WAN port.
  const order = used.length > 0 ? used : addresses.slice(0, 1).map(({ id }) => id);
  return order.flatMap((port) =>
    addresses.filter(({ id }) => id === port).map(({ address: { gateway } }) => ({ port, gateway })),
  );
}

/**
 * Returns the state of the WAN ports. The first port with a link, in the order of the configuration, is in
 * use.
 */
export function computeWans({
  configured,
  linked,
  mac,
  ports,
  quality,
  uptimeSeconds,
}: WanSources): WanStat[] {
  const addresses = listAddresses({ configured, mac, ports });
  const ids = addresses.map(({ id }) => id);
  const order = [...new Set([...configured.map(({ port }) => port), ...ids])];
  const active = order.find((id) => ids.includes(id) && linked.has(id));
  return addresses.map(({ address, id }): WanStat => {
    const up = linked.has(id);
    const inUse = id === active;
    if (!up) return { id, up, inUse };
    const { dns: [server = INTERNET] = [], gateway } = address;
    return {
      id,
      up,
      inUse,
      ...address,
      upSeconds: uptimeSeconds,
      ...(gateway !== undefined && { gatewayPing: quality.measure(gateway, GATEWAY_MS) }),
      internetPing: quality.measure(server, INTERNET_MS),
    };
  });
}

function describeAddress(
  setting: WanSetting | undefined,
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
