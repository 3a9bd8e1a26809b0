import { getDefaultPort } from '@northlight/contract';
import {
  ALL_VLANS,
  type Capabilities,
  type ConfigIssue,
  type ConfigLag,
  type ConfigManagement,
  type ConfigPort,
  type DeviceConfig,
} from '@northlight/contract/device-protocol';
import { encodeInteger, encodeInterface, EncodingRefused } from '../system/encode.ts';
import { renderUplink, type UplinkSettings } from '../system/uplink-settings.ts';
import { type MirrorLayout, renderMirror } from './mirror.ts';

/** Internal port with the switch's own management address. */
export const MANAGEMENT_PORT = 'nlmgmt';

/** A port of the bridge: a single interface or an aggregation. */
export interface BridgePort {
  readonly name: string;
  readonly members: readonly string[];
  /** `access` carries only the VLAN `tag`. `native-untagged` carries `tag` untagged and `trunks` tagged. */
  readonly mode: 'access' | 'native-untagged';
  readonly tag: number;
  /** VLANs of the port, including `tag`; empty for an access port. */
  readonly trunks: readonly number[];
  /** True for a port that probably has no other spanning tree device behind it. */
  readonly edge: boolean;
  readonly bond?: ConfigLag['mode'];
  readonly egressKbps?: number;
}

/** Settings of an interface that the kernel applies, not the bridge. */
export interface PhysicalPort {
  readonly name: string;
  /** OpenFlow number of the port, which is also the number of its meter. */
  readonly number: number;
  readonly enabled: boolean;
  /** Speed of the port; 0 is auto-negotiation. */
  readonly speedMbps: number;
  readonly duplex: ConfigPort['duplex'];
  readonly eee: boolean;
  /** PoE output on or off; undefined without PoE support. */
  readonly poe: boolean | undefined;
  readonly ingressKbps?: number;
  /** Path of the port in the configuration. */
  readonly path: string;
}

/** Rendered configuration of a Linux switch. */
export interface SwitchLayout {
  readonly ports: readonly BridgePort[];
  readonly physical: readonly PhysicalPort[];
  /** Priority of the switch in the spanning tree; undefined when spanning tree is off. */
  readonly rstpPriority: number | undefined;
  readonly mirror: MirrorLayout | undefined;
  readonly management: { readonly vlanId: number; readonly settings: UplinkSettings };
  readonly issues: readonly ConfigIssue[];
}

export interface SwitchPorts {
  readonly caps: Capabilities;
  /** Management settings of a switch without a configuration. */
  readonly management: ConfigManagement;
}

const MAX_KBPS = 100_000_000;

/**
 * Renders a configuration without side effects. Throws `EncodingRefused` with the path of a value that cannot
 * be used.
 */
export function renderSwitch(config: DeviceConfig, { caps, management }: SwitchPorts): SwitchLayout {
  const issues: ConfigIssue[] = [];
  const own = indexPortsByName(config, caps);
  const wanted = config.management ?? management;
  encodeInteger(wanted.vlanId, 1, 4094, 'management.vlanId');
  const known = listVlanIds(config, [...own.values()], wanted.vlanId);
  const physical = caps.ports.flatMap(({ id, poe }, index) => {
    const named = own.get(id);
    return named ? [renderPhysical(id, poe, index + 1, named)] : [];
  });
  const lags = config.lags ?? [];
  const bundled = new Set(lags.flatMap((lag) => lag.ports));
  const single = caps.ports.filter(({ id }) => !bundled.has(id));
  const bridgePort = (name: string, members: readonly string[]): BridgePort => {
    const first = own.get(members[0] ?? '');
    if (!first) throw new EncodingRefused('lags', 'an aggregation of ports of this device');
    return renderBridgePort({ name, members, ...first, known, issues });
  };
  const ports = [
    ...single.map(({ id }) => bridgePort(encodeInterface(id, 'ports'), [id])),
    ...lags.map((lag, index) => ({
      ...bridgePort(nameLag(lag.id, `lags.${index}.id`, caps), lag.ports),
      edge: false,
      bond: lag.mode,
    })),
  ];
  const rstp = config.spanningTree?.enabled ? config.spanningTree : undefined;
  if (rstp) {
    encodeInteger(rstp.priority / 4096, 0, 15, 'spanningTree.priority');
    for (const index of lags.keys())
      issues.push({
        path: `lags.${index}`,
        reason: 'Open vSwitch does not support rapid spanning tree on link aggregations.',
        substitution: 'This link aggregation does not take part in spanning tree: it must not close a loop.',
      });
  }
  return {
    ports,
    physical,
    rstpPriority: rstp?.priority,
    mirror: config.mirror && renderMirror(config.mirror, ports),
    management: { vlanId: wanted.vlanId, settings: renderUplink(wanted, 'management') },
    issues,
  };
}

interface NamedPort {
  readonly port: ConfigPort;
  readonly path: string;
}

/** Returns the settings by port id. Unconfigured ports have the default settings that the console shows. */
function indexPortsByName({ ports = [] }: DeviceConfig, caps: Capabilities): ReadonlyMap<string, NamedPort> {
  return new Map(
    caps.ports.map((own) => {
      const index = ports.findIndex(({ id }) => id === own.id);
      const path = index < 0 ? 'ports' : `ports.${index}`;
      return [own.id, { port: ports[index] ?? getDefaultPort(own), path }];
    }),
  );
}

/** Lists the ids of all VLANs of the device: named VLANs, PVIDs and the management VLAN. */
function listVlanIds({ vlans }: DeviceConfig, ports: readonly NamedPort[], management: number): number[] {
  const ids = [...vlans.map(({ id }) => id), ...ports.map(({ port }) => port.pvid), management];
  return [...new Set(ids)].sort((a, b) => a - b);
}

interface BridgePortInput {
  readonly name: string;
  readonly members: readonly string[];
  readonly port: ConfigPort;
  readonly path: string;
  readonly known: readonly number[];
  readonly issues: ConfigIssue[];
}

function renderBridgePort({ issues, known, members, name, path, port }: BridgePortInput): BridgePort {
  const { egressKbps, mode, pvid, tagged, untagged } = port;
  const tag = Number(encodeInteger(pvid, 1, 4094, `${path}.pvid`));
  const egress = egressKbps === undefined ? {} : { egressKbps: limit(egressKbps, `${path}.egressKbps`) };
  if (mode === 'access') return { name, members, mode: 'access', tag, trunks: [], edge: true, ...egress };
  if (mode === 'hybrid' && untagged.some((id) => id !== pvid))
    issues.push({
      path: `${path}.untagged`,
      reason: 'Open vSwitch supports one untagged VLAN per port, the PVID.',
      substitution: 'The other untagged VLANs are left out.',
    });
  const carried = tagged === ALL_VLANS ? known : tagged;
  for (const id of carried) encodeInteger(id, 1, 4094, `${path}.tagged`);
  // Lists the native VLAN in `trunks` too, because Open vSwitch drops it otherwise.
  const trunks = [...new Set([tag, ...carried])].sort((a, b) => a - b);
  return { name, members, mode: 'native-untagged', tag, trunks, edge: false, ...egress };
}

function renderPhysical(
  id: string,
  hasPoe: boolean,
  number: number,
  { path, port }: NamedPort,
): PhysicalPort {
  const name = encodeInterface(id, path);
  const { duplex, eee, enabled, ingressKbps, poe, speedMbps } = port;
  encodeInteger(speedMbps, 0, 400_000, `${path}.speedMbps`);
  const ingress = ingressKbps === undefined ? {} : { ingressKbps: limit(ingressKbps, `${path}.ingressKbps`) };
  return {
    name,
    number,
    enabled,
    speedMbps,
    duplex,
    eee,
    poe: hasPoe ? (poe ?? true) : undefined,
    path,
    ...ingress,
  };
}

const limit = (kbps: number, path: string): number => Number(encodeInteger(kbps, 1, MAX_KBPS, path));

function nameLag(id: string, path: string, caps: Capabilities): string {
  const name = encodeInterface(id, path);
  if (name === MANAGEMENT_PORT || caps.ports.some((port) => port.id === name))
    throw new EncodingRefused(path, 'free: a port has this name');
  return name;
}
