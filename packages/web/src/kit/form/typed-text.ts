import { cleanText, parseIpv4, parseMask } from '@northlight/contract/net';

/** An address with the length of its mask, as `192.168.20.1/24` states them. */
export interface TypedNetwork {
  readonly ip: string;
  readonly prefix: number;
}

/** Returns a number, a list of numbers or a MAC address without blanks and invisible characters. */
export const cleanNumber = (text: string): string => cleanText(text).replaceAll(/\s/g, '');

/** Returns an address without blanks and invisible characters. The keypads of some regions have a comma, but no dot. */
export const cleanAddress = (text: string): string => cleanNumber(text).replaceAll(/[,，。．]/g, '.');

/** Splits an address with a mask: `192.168.20.1/24`, or the two in dotted decimal; undefined for other text. */
export function splitNetwork(text: string): TypedNetwork | undefined {
  const [, address = '', mask = ''] = /^([^\s/]+)\s*[\s/]\s*(\S+)$/.exec(cleanText(text)) ?? [];
  const ip = cleanAddress(address);
  const prefix = parseMask(cleanAddress(mask));
  return prefix === undefined || parseIpv4(ip) === undefined ? undefined : { ip, prefix };
}
