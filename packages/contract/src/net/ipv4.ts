import { z } from 'zod';

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
/** Dotted decimal without leading zeros, because programs read `010` as 8 or as 10. */
const DOTTED = new RegExp(`^(?:${OCTET}\\.){3}${OCTET}$`);

/** Parses dotted decimal into an unsigned 32-bit number; undefined for other text. */
export function parseIpv4(text: string): number | undefined {
  if (!DOTTED.test(text)) return undefined;
  return text.split('.').reduce((address, octet) => address * 256 + Number(octet), 0);
}

/** Formats an unsigned 32-bit number as dotted decimal. */
export function formatIpv4(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join('.');
}

export const FIRST_OCTET_MIN = 1;
export const FIRST_OCTET_MAX = 223;
export const LOOPBACK_OCTET = 127;

/**
 * Returns the reason why an address cannot be a host address (specification §5, IP addressing); undefined for
 * a valid one.
 */
export function findHostAddressProblem(address: number): string | undefined {
  const first = address >>> 24;
  if (first === LOOPBACK_OCTET) return `The address cannot start with ${LOOPBACK_OCTET}.`;
  if (first < FIRST_OCTET_MIN || first > FIRST_OCTET_MAX)
    return `The first number of the address must be between ${FIRST_OCTET_MIN} and ${FIRST_OCTET_MAX}.`;
  return undefined;
}

const PRIVATE_NETWORKS = [
  [0x0a000000, 8],
  [0xac100000, 12],
  [0xc0a80000, 16],
] as const;

/** Returns whether an address may be a device's management address: 10/8, 172.16/12 or 192.168/16. */
export function isPrivateAddress(address: number): boolean {
  return PRIVATE_NETWORKS.some(
    ([network, prefix]) => address >>> (32 - prefix) === network >>> (32 - prefix),
  );
}

/** Any dotted decimal address. */
export const ipv4 = z
  .string({ error: 'Enter an IP address.' })
  .regex(DOTTED, 'Enter an IP address such as 192.168.10.1.');

/** Address of a host, a gateway or a DNS server (specification §5). */
export const hostAddress = ipv4.check((context) => {
  const address = parseIpv4(context.value);
  const problem = address === undefined ? undefined : findHostAddressProblem(address);
  if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value });
});

/** Management address: a host address in a private network. */
export const managementAddress = hostAddress.refine(
  (text) => isPrivateAddress(parseIpv4(text) ?? 0),
  'The management IP must be in 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16.',
);
