import { z } from 'zod';
import { formatIpv4, parseIpv4 } from './ipv4.ts';

/** Returns the mask of a prefix length 0 to 32 as an unsigned 32-bit number. */
export function convertPrefixToMask(prefix: number): number {
  return prefix === 0 ? 0 : (0xffffffff << (32 - prefix)) >>> 0;
}

/** Returns the prefix length of a mask; undefined if its ones are not contiguous from the left. */
export function convertMaskToPrefix(mask: number): number | undefined {
  const prefix = Math.clz32(~mask >>> 0);
  return convertPrefixToMask(prefix) === mask ? prefix : undefined;
}

/** Parses a mask such as `255.255.255.0`, `24` or `/24` to a prefix length; undefined for any other text. */
export function parseMask(text: string): number | undefined {
  const digits = /^\/?(\d{1,2})$/.exec(text)?.[1];
  if (digits !== undefined) return Number(digits) <= 32 ? Number(digits) : undefined;
  const mask = parseIpv4(text);
  return mask === undefined ? undefined : convertMaskToPrefix(mask);
}

/** Returns the dotted decimal mask of a prefix length. */
export const formatMask = (prefix: number): string => formatIpv4(convertPrefixToMask(prefix));

export const prefixLength = z
  .number({ error: 'Enter the length of the mask.' })
  .int('The length of the mask must be a whole number.')
  .min(0, 'The length of the mask must be between 0 and 32.')
  .max(32, 'The length of the mask must be between 0 and 32.');

/** A mask in dotted decimal. */
export const mask = z
  .string({ error: 'Enter a subnet mask.' })
  .refine(
    (text) => text.includes('.') && parseMask(text) !== undefined,
    'Enter a subnet mask such as 255.255.255.0.',
  );

/** Returns the first address of the network that contains `address`. */
export function getNetworkAddress(address: number, prefix: number): number {
  return (address & convertPrefixToMask(prefix)) >>> 0;
}

/** Returns the last address of the network that contains `address`. */
export function getBroadcastAddress(address: number, prefix: number): number {
  return (address | ~convertPrefixToMask(prefix)) >>> 0;
}

export interface Subnet {
  readonly network: number;
  readonly prefix: number;
}

export const getSubnet = (address: number, prefix: number): Subnet => ({
  network: getNetworkAddress(address, prefix),
  prefix,
});

export function isInSubnet(address: number, subnet: Subnet): boolean {
  return getNetworkAddress(address, subnet.prefix) === subnet.network;
}

/**
 * Returns true if the host part of an address is neither all zeros nor all ones. Addresses of /31 and /32
 * networks always qualify, because they have no such part (RFC 3021).
 */
export function isHostOf(address: number, prefix: number): boolean {
  if (prefix >= 31) return true;
  return address !== getNetworkAddress(address, prefix) && address !== getBroadcastAddress(address, prefix);
}

/** Returns whether two networks share an address. */
export function doSubnetsOverlap(
  addressA: number,
  prefixA: number,
  addressB: number,
  prefixB: number,
): boolean {
  const shorter = Math.min(prefixA, prefixB);
  return getNetworkAddress(addressA, shorter) === getNetworkAddress(addressB, shorter);
}
