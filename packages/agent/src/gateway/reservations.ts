import type { ConfigDhcpPool } from '@northlight/contract/device-protocol';
import { isInSubnet, parseIpv4, getSubnet } from '@northlight/contract/net';
import { encodeIp, encodeMac, EncodingRefused, formatHostLabel } from '../system/encode.ts';
import type { Segment } from './render.ts';

/** Renders a file for dnsmasq's `dhcp-hostsdir`, which dnsmasq reloads without a restart. */
export function renderReservations(pools: readonly ConfigDhcpPool[], segments: readonly Segment[]): string {
  const taken = new Set<string>();
  const claim = (key: string, path: string): void => {
    if (taken.has(key)) throw new EncodingRefused(path, 'unique: it is already reserved');
    taken.add(key);
  };
  const lines = pools.flatMap(({ reservations = [], vlanId }, index) => {
    const segment = segments.find((candidate) => candidate.vlanId === vlanId);
    return reservations.map(({ ip: address, mac: hardware, name }, position) => {
      const at = `dhcpPools.${index}.reservations.${position}`;
      const ip = encodeIp(address, `${at}.ip`);
      const mac = encodeMac(hardware, `${at}.mac`);
      const network = getSubnet(parseIpv4(segment?.ip ?? '') ?? 0, segment?.prefix ?? 32);
      if (!isInSubnet(parseIpv4(ip) ?? 0, network))
        throw new EncodingRefused(`${at}.ip`, 'in the network of its VLAN');
      claim(ip, `${at}.ip`);
      claim(`${vlanId} ${mac}`, `${at}.mac`);
      const label = formatHostLabel(name);
      return `${mac},${ip}${label === undefined ? '' : `,${label}`}`;
    });
  });
  return lines.map((line) => `${line}\n`).join('');
}
