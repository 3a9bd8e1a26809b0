import { listEffectivePorts } from '@northlight/contract';
import { ALL_VLANS, type Capabilities, type DeviceConfig } from '@northlight/contract/device-protocol';

/** VLAN of the tag of a frame on a cable, or `untagged`. */
export type FrameTag = number | 'untagged';

/** VLANs that a port carries. */
interface PortVlans {
  /** VLAN of untagged frames that enter the port; undefined if it drops them. */
  readonly native: number | undefined;
  readonly untagged: ReadonlySet<number>;
  readonly tagged: ReadonlySet<number>;
}

/** How a device forwards frames by its configuration: a port that is not listed carries none. */
export type DeviceVlans = ReadonlyMap<string, PortVlans>;

/** VLAN of a device without a setting for its own address. */
export const FACTORY_VLAN = 1;

/** Returns false for a port that the configuration has switched off. */
export const isPortEnabled = ({ ports }: DeviceConfig, port: string): boolean =>
  ports?.find(({ id }) => id === port)?.enabled !== false;

/** Returns whether another configuration of a device can open or close the way of other frames. */
export function changesPaths(before: DeviceConfig, after: DeviceConfig): boolean {
  const list = ({ dhcpPools, lags, management, ports, vlans }: DeviceConfig): string =>
    JSON.stringify([vlans, ports, lags, management, dhcpPools]);
  return before !== after && list(before) !== list(after);
}

/** Returns the VLAN into which a port puts a frame; undefined if it drops the frame. */
export function enterPort(vlans: DeviceVlans, port: string, tag: FrameTag): number | undefined {
  const own = vlans.get(port);
  if (tag === 'untagged') return own?.native;
  return own?.tagged.has(tag) ? tag : undefined;
}

/** Returns the tag with which a port sends a frame of a VLAN; undefined if it does not send it. */
export function leavePort(vlans: DeviceVlans, port: string, vlan: number): FrameTag | undefined {
  const own = vlans.get(port);
  if (own?.untagged.has(vlan)) return 'untagged';
  return own?.tagged.has(vlan) ? vlan : undefined;
}

/** Describes the LAN ports of a gateway. */
export function describeGatewayVlans({ ports }: Capabilities, { vlans }: DeviceConfig): DeviceVlans {
  return new Map(
    ports
      .filter(({ role }) => role === 'lan')
      .map(({ id }) => {
        const native = vlans.find((vlan) => vlan.ports.includes(id))?.id;
        const tagged = vlans.filter((vlan) => vlan.taggedPorts?.includes(id)).map((vlan) => vlan.id);
        const untagged = new Set(native === undefined ? [] : [native]);
        return [id, { native, untagged, tagged: new Set(tagged) }] as const;
      }),
  );
}

/** Describes the ports of a switch. A port of a link aggregation has the VLANs of the first port of the aggregation. */
export function describeSwitchVlans(caps: Capabilities, config: DeviceConfig): DeviceVlans {
  const ports = listEffectivePorts(caps, config.ports ? { ports: config.ports } : {});
  const byId = new Map(ports.map((port) => [port.id, port] as const));
  const leaders = new Map(
    (config.lags ?? []).flatMap((lag) => lag.ports.map((port) => [port, lag.ports[0] ?? port] as const)),
  );
  const known = new Set([
    ...config.vlans.map(({ id }) => id),
    ...ports.map(({ pvid }) => pvid),
    ...(config.wireless?.wlans ?? []).flatMap(({ vlanId }) => vlanId ?? []),
    config.management?.vlanId ?? FACTORY_VLAN,
  ]);
  return new Map(
    ports.map((port) => {
      const { mode, pvid, tagged, untagged } = byId.get(leaders.get(port.id) ?? '') ?? port;
      const bare = new Set(mode === 'hybrid' ? [pvid, ...untagged] : [pvid]);
      const carried = mode === 'access' ? [] : tagged === ALL_VLANS ? [...known] : tagged;
      const vlans = { native: pvid, untagged: bare, tagged: new Set(carried.filter((id) => !bare.has(id))) };
      return [port.id, vlans] as const;
    }),
  );
}
