import {
  formatIpv4,
  findHostAddressProblem,
  getNetworkAddress,
  parseIpv4,
  parseMac,
} from '@northlight/contract/net';

/** Error of a value that does not have the required form. No configuration was written. */
export class EncodingRefused extends Error {
  override readonly name = 'EncodingRefused';
  /** Dotted path into the configuration. */
  readonly path: string;

  constructor(path: string, what: string) {
    super(`The value is not ${what}.`);
    this.path = path;
  }
}

/** Returns a valid IPv4 host address in canonical form. */
export function encodeIp(text: string, path: string): string {
  const address = parseIpv4(text);
  if (address === undefined || findHostAddressProblem(address) !== undefined)
    throw new EncodingRefused(path, 'an IP address');
  return formatIpv4(address);
}

/**
 * Returns the network address with prefix length, such as `10.1.0.0/16`. Throws for an address with host
 * bits.
 */
export function encodeNetwork(text: string, prefix: number, path: string): string {
  const address = parseIpv4(text);
  const length = encodeInteger(prefix, 0, 32, path);
  if (address === undefined || getNetworkAddress(address, prefix) !== address)
    throw new EncodingRefused(path, 'the address of a network');
  return `${formatIpv4(address)}/${length}`;
}

/** Returns a unicast MAC address in lower case with colons. */
export function encodeMac(text: string, path: string): string {
  const mac = parseMac(text);
  if (mac === undefined || Number.parseInt(mac.slice(0, 2), 16) % 2 === 1)
    throw new EncodingRefused(path, 'the MAC address of a host');
  return mac;
}

/** Returns a valid host name label; undefined for another text, which is then not rendered. */
export const formatHostLabel = (name: string | undefined): string | undefined =>
  name !== undefined && /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(name) ? name : undefined;

export function encodeInteger(value: number, min: number, max: number, path: string): string {
  if (!Number.isInteger(value) || value < min || value > max)
    throw new EncodingRefused(path, `a whole number from ${min} to ${max}`);
  return String(value);
}

/** Returns a network interface name, stricter than the kernel's rules. */
export function encodeInterface(name: string, path: string): string {
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,14}$/.test(name))
    throw new EncodingRefused(path, 'the name of an interface');
  return name;
}

/** Returns an absolute path without characters that could be syntax in a configuration file. */
export function encodePath(file: string, path: string): string {
  if (!/^(?:\/[A-Za-z0-9._@+-]+)+$/.test(file)) throw new EncodingRefused(path, 'a plain absolute path');
  return file;
}
