import type { ConfigIssue, DeviceConfig } from '@northlight/contract/device-protocol';
import { parseIpv4, doSubnetsOverlap } from '@northlight/contract/net';
import { encodeInteger, encodeInterface, encodeIp, EncodingRefused } from '../system/encode.ts';
import { renderClientLimits } from './client-limits.ts';
import { renderDnsmasq } from './dnsmasq-conf.ts';
import { type NftRuleset, renderNft } from './nft-ruleset.ts';
import { renderPortMap } from './port-maps.ts';
import { renderReservations } from './reservations.ts';
import { renderStaticRoutes, type StaticRoute } from './static-routes.ts';
import { renderWans, type Wan } from './wans.ts';

/** Interfaces and file locations of the gateway. */
export interface GatewayPorts {
  readonly wan: readonly string[];
  readonly lan: readonly string[];
  readonly leaseFile: string;
  /** Directory of address reservations. */
  readonly hostsDir: string;
  /** Returns the path of the file with the name servers of a managed WAN port. */
  readonly resolvFile: (port: string) => string;
  /**
   * True when ports can carry tagged VLANs. Open vSwitch always can; bridges can if the kernel supports
   * 8021q.
   */
  readonly tagging: boolean;
  /** TCP port of the local page at the gateway's address in each VLAN. */
  readonly pagePort?: number | undefined;
}

/** A VLAN on this machine: a kernel device with the gateway's address, and its LAN ports. */
export interface Segment {
  readonly vlanId: number;
  /** Name of the kernel device, for example `vlan30`: an internal port of Open vSwitch, or a bridge. */
  readonly device: string;
  readonly ip: string;
  readonly prefix: number;
  /** LAN ports that are untagged in the VLAN. */
  readonly ports: readonly string[];
  readonly taggedPorts: readonly string[];
}

/** Rendered configuration of a Linux gateway. */
export interface Artefacts {
  readonly segments: readonly Segment[];
  readonly wans: readonly Wan[];
  readonly routes: readonly StaticRoute[];
  readonly nft: NftRuleset;
  /** Configuration file of dnsmasq; undefined when dnsmasq is not needed. */
  readonly dnsmasq: string | undefined;
  readonly reservations: string;
  /** Parts of the configuration that were omitted, with reasons. */
  readonly issues: readonly ConfigIssue[];
}

export const nameSegmentDevice = (vlanId: number): string => `vlan${vlanId}`;

/**
 * Renders a configuration without side effects. Throws `EncodingRefused` with the path of a value that cannot
 * be used.
 */
export function renderGateway(config: DeviceConfig, ports: GatewayPorts): Artefacts {
  const segments = config.vlans.map((vlan, index) => renderSegment(vlan, `vlans.${index}`, ports));
  rejectConflicts(segments);
  const wans = renderWans(config.wan ?? [], ports.wan);
  const managed = wans.filter(({ settings }) => settings !== undefined);
  const routes = renderStaticRoutes(config.staticRoutes ?? []);
  const portMap = renderPortMap(config.portMappings ?? []);
  const limits = renderClientLimits(config.clientLimits ?? []);
  return {
    segments,
    wans,
    routes,
    nft: renderNft({ segments, wans, routes, portMap, limits, pagePort: ports.pagePort }),
    dnsmasq: renderDnsmasq(
      config.dhcpPools,
      segments,
      ports,
      managed.length === 1 ? ports.resolvFile(managed[0]?.port ?? '') : undefined,
    ),
    reservations: renderReservations(config.dhcpPools, segments),
    issues: ports.tagging ? [] : findTaggingIssues(config),
  };
}

function renderSegment(vlan: DeviceConfig['vlans'][number], at: string, ports: GatewayPorts): Segment {
  encodeInteger(vlan.id, 1, 4094, `${at}.id`);
  if (vlan.ip === undefined || vlan.prefix === undefined)
    throw new EncodingRefused(`${at}.ip`, 'an IP address with its mask');
  encodeInteger(vlan.prefix, 8, 30, `${at}.prefix`);
  const own = (names: readonly string[], field: string): string[] =>
    names.filter((port) => ports.lan.includes(port)).map((port) => encodeInterface(port, `${at}.${field}`));
  const untagged = own(vlan.ports, 'ports');
  const tagged = ports.tagging ? own(vlan.taggedPorts ?? [], 'taggedPorts') : [];
  const both = tagged.find((port) => untagged.includes(port));
  if (both !== undefined)
    throw new EncodingRefused(`${at}.taggedPorts`, `free: ${both} is untagged in the same VLAN`);
  return {
    vlanId: vlan.id,
    device: nameSegmentDevice(vlan.id),
    ip: encodeIp(vlan.ip, `${at}.ip`),
    prefix: vlan.prefix,
    ports: untagged,
    taggedPorts: tagged,
  };
}

function rejectConflicts(segments: readonly Segment[]): void {
  const owners = new Map<string, number>();
  for (const [index, { ip, ports, prefix, vlanId }] of segments.entries()) {
    const earlier = segments.slice(0, index);
    if (earlier.some((other) => other.vlanId === vlanId))
      throw new EncodingRefused(`vlans.${index}.id`, 'unique: another VLAN has this ID');
    for (const port of ports) {
      if (owners.has(port))
        throw new EncodingRefused(
          `vlans.${index}.ports`,
          `free: ${port} is untagged in VLAN ${owners.get(port)}`,
        );
      owners.set(port, vlanId);
    }
    const own = parseIpv4(ip) ?? 0;
    if (earlier.some((other) => doSubnetsOverlap(own, prefix, parseIpv4(other.ip) ?? 0, other.prefix)))
      throw new EncodingRefused(`vlans.${index}.ip`, 'unique: the network overlaps that of another VLAN');
  }
}

const findTaggingIssues = ({ vlans }: DeviceConfig): ConfigIssue[] =>
  vlans.flatMap(({ taggedPorts = [] }, index) =>
    taggedPorts.length === 0
      ? []
      : [
          {
            path: `vlans.${index}.taggedPorts`,
            reason:
              'The kernel of this device has no VLAN tags (8021q), and it bridges without Open vSwitch.',
            substitution: 'The tagged ports are left out.',
          },
        ],
  );
