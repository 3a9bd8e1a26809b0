import type { ConfigManagement, ConfigWan } from '@northlight/contract/device-protocol';
import { isInSubnet, isHostOf, parseIpv4, getSubnet } from '@northlight/contract/net';
import type { PppoePort } from './pppoe-dialler.ts';
import { encodeInteger, encodeIp, EncodingRefused } from './encode.ts';

/** Address settings of an uplink interface, with all values encoded. */
export type UplinkSettings =
  | { readonly mode: 'dhcp'; readonly dns: readonly string[] }
  | {
      readonly mode: 'static';
      readonly ip: string;
      readonly prefix: number;
      readonly gateway: string;
      readonly dns: readonly string[];
    };

/** One or more PPPoE lines, which share the traffic of their port. */
export interface PppoeSettings extends PppoePort {
  readonly mode: 'pppoe';
}

/** Encodes the address part of a WAN or of a management interface; `at` is its path in the configuration. */
export function renderUplink(
  settings: Exclude<ConfigWan, { mode: 'pppoe' }> | ConfigManagement,
  at: string,
): UplinkSettings {
  const servers = 'dns' in settings ? settings.dns : [];
  const dns = servers.map((server, position) => encodeIp(server, `${at}.dns.${position}`));
  if (settings.mode === 'dhcp') return { mode: 'dhcp', dns };
  const ip = encodeIp(settings.ip, `${at}.ip`);
  encodeInteger(settings.prefix, 1, 30, `${at}.prefix`);
  const gateway = encodeIp(settings.gateway, `${at}.gateway`);
  const { prefix } = settings;
  if (!isHostOf(parseIpv4(ip) ?? 0, prefix)) throw new EncodingRefused(`${at}.ip`, 'the address of a host');
  if (gateway === ip || !isInSubnet(parseIpv4(gateway) ?? 0, getSubnet(parseIpv4(ip) ?? 0, prefix)))
    throw new EncodingRefused(`${at}.gateway`, 'another address of the same network');
  return { mode: 'static', ip, prefix, gateway, dns };
}
