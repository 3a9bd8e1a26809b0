import type { ConfigDhcpPool } from '@northlight/contract/device-protocol';
import { isInSubnet, parseIpv4, parseMask, getSubnet } from '@northlight/contract/net';
import { encodeInteger, encodeInterface, encodeIp, encodePath, EncodingRefused } from '../system/encode.ts';
import type { GatewayPorts, Segment } from './render.ts';

const MAX_LEASES = 16_384;

/**
 * Renders the configuration of dnsmasq; undefined without VLANs. If exactly one WAN is managed, `resolvFile`
 * lists the upstream servers; several WANs write the machine's resolv.conf. Pool names are not rendered.
 */
export function renderDnsmasq(
  pools: readonly ConfigDhcpPool[],
  segments: readonly Segment[],
  { hostsDir, leaseFile }: GatewayPorts,
  resolvFile: string | undefined,
): string | undefined {
  if (segments.length === 0) return undefined;
  return `${[
    'user=root',
    'no-hosts',
    'bind-interfaces',
    'except-interface=lo',
    ...(resolvFile === undefined ? [] : [`resolv-file=${encodePath(resolvFile, 'stateDir')}`]),
    ...segments.map(({ device }) => `interface=${encodeInterface(device, 'vlans')}`),
    ...(pools.length > 0
      ? [
          'dhcp-authoritative',
          // Disables the check for an address in use, which would delay every new client by 3 s.
          'no-ping',
          `dhcp-lease-max=${MAX_LEASES}`,
          `dhcp-leasefile=${encodePath(leaseFile, 'leaseFile')}`,
          `dhcp-hostsdir=${encodePath(hostsDir, 'hostsDir')}`,
          ...pools.flatMap((pool, index) => renderPool(pool, index, segments)),
        ]
      : []),
  ].join('\n')}\n`;
}

function renderPool(pool: ConfigDhcpPool, index: number, segments: readonly Segment[]): string[] {
  const at = (field: string): string => `dhcpPools.${index}.${field}`;
  const segment = segments.find(({ vlanId }) => vlanId === pool.vlanId);
  if (!segment) throw new EncodingRefused(at('vlanId'), 'the ID of a VLAN of this gateway');
  const subnet = getSubnet(parseIpv4(segment.ip) ?? 0, segment.prefix);
  const within = (text: string, field: string): string => {
    const ip = encodeIp(text, at(field));
    if (!isInSubnet(parseIpv4(ip) ?? 0, subnet))
      throw new EncodingRefused(at(field), 'in the network of its VLAN');
    return ip;
  };
  if (parseMask(pool.mask) !== segment.prefix) throw new EncodingRefused(at('mask'), 'the mask of its VLAN');
  const tag = `v${encodeInteger(pool.vlanId, 1, 4094, at('vlanId'))}`;
  const lease = encodeInteger(pool.leaseMinutes, 2, 525_600, at('leaseMinutes'));
  const mask = parseIpv4(pool.mask) === undefined ? undefined : pool.mask;
  if (mask === undefined) throw new EncodingRefused(at('mask'), 'a mask in dotted decimal');
  const dns =
    pool.dns.length > 0
      ? pool.dns.map((server, position) => encodeIp(server, at(`dns.${position}`)))
      : [segment.ip];
  return [
    `dhcp-range=set:${tag},${within(pool.start, 'start')},${within(pool.end, 'end')},${mask},${lease}m`,
    `dhcp-option=tag:${tag},option:router,${within(pool.gateway, 'gateway')}`,
    `dhcp-option=tag:${tag},option:dns-server,${dns.join(',')}`,
  ];
}
