import { formatIpv4, hostAddressProblem, parseIpv4 } from '@northlight/contract/net';

/** A value that is not of the one shape that its place allows; nothing was written. */
export class EncodingRefused extends Error {
  override readonly name = 'EncodingRefused';
  /** Dotted path into the configuration. */
  readonly path: string;

  constructor(path: string, what: string) {
    super(`The value is not ${what}.`);
    this.path = path;
  }
}

/** An IPv4 address that a host can have, in the one spelling. */
export function encodeIp(text: string, path: string): string {
  const address = parseIpv4(text);
  if (address === undefined || hostAddressProblem(address) !== undefined)
    throw new EncodingRefused(path, 'an IP address');
  return formatIpv4(address);
}

export function encodeInteger(value: number, min: number, max: number, path: string): string {
  if (!Number.isInteger(value) || value < min || value > max)
    throw new EncodingRefused(path, `a whole number from ${min} to ${max}`);
  return String(value);
}

/** A network interface: what the kernel takes, and no more than that. */
export function encodeInterface(name: string, path: string): string {
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,14}$/.test(name))
    throw new EncodingRefused(path, 'the name of an interface');
  return name;
}

/** An absolute path without anything that a configuration file could take for its own syntax. */
export function encodePath(file: string, path: string): string {
  if (!/^(?:\/[A-Za-z0-9._@+-]+)+$/.test(file)) throw new EncodingRefused(path, 'a plain absolute path');
  return file;
}
