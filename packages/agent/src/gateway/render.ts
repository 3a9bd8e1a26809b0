import type { ConfigIssue, DeviceConfig } from '@northlight/contract/device-protocol';
import { parseIpv4, subnetsOverlap } from '@northlight/contract/net';
import { encodeInteger, encodeInterface, encodeIp, EncodingRefused } from '../system/encode.ts';
import { renderClientLimits } from './client-limits.ts';
import { renderDnsmasq } from './dnsmasq-conf.ts';
import { type NftRuleset, renderNft } from './nft-ruleset.ts';
import { renderPortMap } from './port-maps.ts';
import { renderReservations } from './reservations.ts';
import { renderStaticRoutes, type StaticRoute } from './static-routes.ts';
import { renderWans, type Wan } from './wans.ts';

/** Where the gateway's cables are, and where it may keep files. */
export interface GatewayPorts {
  readonly wan: readonly string[];
  readonly lan: readonly string[];
  readonly leaseFile: string;
  /** Directory of reserved addresses. */
  readonly hostsDir: string;
  /** Name servers of a WAN that we manage, by its port. */
  readonly resolvFile: (port: string) => string;
  /** Whether a port can carry VLANs with their tags: always with Open vSwitch, with bridges if the kernel has 8021q. */
  readonly tagging: boolean;
  /** Where the device's own page is served in each VLAN. */
  readonly pagePort?: number | undefined;
}

/** One VLAN as the kernel has it: a device with the gateway's address, and the LAN ports that belong to it. */
export interface Segment {
  readonly vlanId: number;
  /** `vlan30`: an internal port of the switch or a bridge. */
  readonly device: string;
  readonly ip: string;
  readonly prefix: number;
  /** Untagged. */
  readonly ports: readonly string[];
  readonly taggedPorts: readonly string[];
}

/** Everything that a configuration comes to on a Linux gateway. */
export interface Artefacts {
  readonly segments: readonly Segment[];
  readonly wans: readonly Wan[];
  readonly routes: readonly StaticRoute[];
  readonly nft: NftRuleset;
  /** Absent when there is nothing to serve. */
  readonly dnsmasq: string | undefined;
  readonly reservations: string;
  /** What is left out, and why. */
  readonly issues: readonly ConfigIssue[];
}

export const segmentDevice = (vlanId: number): string => `vlan${vlanId}`;

/** What the configuration comes to. Pure; throws `EncodingRefused` with the path of a value that must not be written. */
export function render(config: DeviceConfig, ports: GatewayPorts): Artefacts {
  const segments = config.vlans.map((vlan, index) => renderSegment(vlan, `vlans.${index}`, ports));
  refuseSharing(segments);
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
    issues: ports.tagging ? [] : untaggable(config),
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
    device: segmentDevice(vlan.id),
    ip: encodeIp(vlan.ip, `${at}.ip`),
    prefix: vlan.prefix,
    ports: untagged,
    taggedPorts: tagged,
  };
}

function refuseSharing(segments: readonly Segment[]): void {
  const owners = new Map<string, number>();
  for (const [index, { ip, ports, prefix, vlanId }] of segments.entries()) {
    const earlier = segments.slice(0, index);
    if (earlier.some((other) => other.vlanId === vlanId))
      throw new EncodingRefused(`vlans.${index}.id`, 'a VLAN ID of its own');
    for (const port of ports) {
      if (owners.has(port))
        throw new EncodingRefused(
          `vlans.${index}.ports`,
          `free: ${port} is untagged in VLAN ${owners.get(port)}`,
        );
      owners.set(port, vlanId);
    }
    const own = parseIpv4(ip) ?? 0;
    if (earlier.some((other) => subnetsOverlap(own, prefix, parseIpv4(other.ip) ?? 0, other.prefix)))
      throw new EncodingRefused(`vlans.${index}.ip`, 'in a network of its own');
  }
}

const untaggable = ({ vlans }: DeviceConfig): ConfigIssue[] =>
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
