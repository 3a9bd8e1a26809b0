import type { DeviceLease } from '@northlight/contract/device-protocol';
import { cleanForeignText, parseIpv4, parseMac } from '@northlight/contract/net';

export interface Lease {
  /** Expiry of the lease (ms since 1970); 0 for a lease that never expires. */
  readonly expires: number;
  readonly mac: string;
  readonly ip: string;
  readonly name: string | undefined;
}

const NAME_LENGTH = 63;

/** Parses dnsmasq's lease file, whose lines are `expiry mac ip name clientid`. Skips malformed lines. */
export function parseLeases(text: string): Lease[] {
  return text.split('\n').flatMap((line): Lease[] => {
    const [expiry = '', hardware = '', ip = '', name = '*'] = line.split(' ');
    const mac = parseMac(hardware);
    if (!/^\d+$/.test(expiry) || mac === undefined || parseIpv4(ip) === undefined) return [];
    return [
      {
        expires: Number(expiry) * 1000,
        mac,
        ip,
        name: name === '*' ? undefined : cleanForeignText(name, NAME_LENGTH),
      },
    ];
  });
}

/** A name that dnsmasq's file can contain; others are left out. */
const HOST_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;

/** Formats lines of dnsmasq's lease file. */
export const formatLeases = (leases: readonly DeviceLease[]): string =>
  leases
    .map(({ expiresAt, ip, mac, name = '' }) => {
      const host = HOST_NAME.test(name) ? name : '*';
      return `${Math.floor(expiresAt / 1000)} ${mac} ${ip} ${host} *\n`;
    })
    .join('');
