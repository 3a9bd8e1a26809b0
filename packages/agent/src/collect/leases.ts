import { parseIpv4, parseMac } from '@northlight/contract/net';

export interface Lease {
  /** Milliseconds since 1970; 0 never expires. */
  readonly expires: number;
  readonly mac: string;
  readonly ip: string;
  readonly name: string | undefined;
}

const NAME_LENGTH = 63;

/** Parses dnsmasq's lease file, `expiry mac ip name clientid` per line; skips malformed lines. */
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
        name: name === '*' ? undefined : name.slice(0, NAME_LENGTH),
      },
    ];
  });
}
