import type { DeviceConfig } from '@northlight/contract/device-protocol';
import { renderDnsmasq } from './dnsmasq-conf.ts';
import { encodeInteger, encodeInterface, encodeIp, EncodingRefused } from './encode.ts';
import { type NftRuleset, renderNft } from './nft-ruleset.ts';

/** Where the gateway's cables are, and where it may keep files. */
export interface GatewayPorts {
  readonly wan: string;
  readonly lan: readonly string[];
  readonly leaseFile: string;
  /** Servers that the gateway itself asks; the system's own when empty. */
  readonly upstreamDns: readonly string[];
}

/** One VLAN as the kernel has it: a device with the gateway's address, and the LAN ports that belong to it untagged. */
export interface Segment {
  readonly vlanId: number;
  /** `vlan30`: an internal port of the switch or a bridge. */
  readonly device: string;
  readonly ip: string;
  readonly prefix: number;
  readonly ports: readonly string[];
}

/** Everything that a configuration comes to on a Linux gateway. */
export interface Artefacts {
  readonly segments: readonly Segment[];
  readonly nft: NftRuleset;
  /** Absent when there is nothing to serve. */
  readonly dnsmasq: string | undefined;
}

export const segmentDevice = (vlanId: number): string => `vlan${vlanId}`;

/** What the configuration comes to. Pure; throws `EncodingRefused` with the path of a value that must not be written. */
export function render(config: DeviceConfig, ports: GatewayPorts): Artefacts {
  const segments = config.vlans.flatMap((vlan, index): Segment[] => {
    const at = `vlans.${index}`;
    encodeInteger(vlan.id, 1, 4094, `${at}.id`);
    if (vlan.ip === undefined || vlan.prefix === undefined)
      throw new EncodingRefused(`${at}.ip`, 'an IP address with its mask');
    encodeInteger(vlan.prefix, 8, 30, `${at}.prefix`);
    const members = vlan.ports
      .filter((port) => ports.lan.includes(port))
      .map((port) => encodeInterface(port, `${at}.ports`));
    return [
      {
        vlanId: vlan.id,
        device: segmentDevice(vlan.id),
        ip: encodeIp(vlan.ip, `${at}.ip`),
        prefix: vlan.prefix,
        ports: members,
      },
    ];
  });
  refuseSharing(segments);
  return {
    segments,
    nft: renderNft(segments, ports.wan),
    dnsmasq: renderDnsmasq(config.dhcpPools, segments, ports),
  };
}

function refuseSharing(segments: readonly Segment[]): void {
  const owners = new Map<string, number>();
  const ids = new Set<number>();
  for (const [index, { ports, vlanId }] of segments.entries()) {
    if (ids.has(vlanId)) throw new EncodingRefused(`vlans.${index}.id`, 'a VLAN ID of its own');
    ids.add(vlanId);
    for (const port of ports) {
      if (owners.has(port))
        throw new EncodingRefused(
          `vlans.${index}.ports`,
          `free: ${port} is untagged in VLAN ${owners.get(port)}`,
        );
      owners.set(port, vlanId);
    }
  }
}
