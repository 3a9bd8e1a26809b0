import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export type Resolve = (host: string) => Promise<readonly string[]>;

export const resolveByDns: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Target of a request with its checked address. The request uses this address even if the host name later
 * resolves to another one.
 */
export interface Destination {
  readonly url: URL;
  readonly address: string;
}

/** The destination is not allowed or cannot be resolved; the message states the reason. */
export class DestinationError extends Error {
  override readonly name = 'DestinationError';
}

const MAX_URL_LENGTH = 2_000;

/** Parses an http or https URL without credentials. Accepts the same notations as a browser. */
export function parseDestination(text: string): URL {
  const url = text.length <= MAX_URL_LENGTH && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new DestinationError('Enter an address that begins with https:// or http://.');
  if (url.username !== '' || url.password !== '')
    throw new DestinationError('The address must not contain a user name or password.');
  url.hash = '';
  return url;
}

/** Resolves the host. Throws a DestinationError unless all its addresses are public or private ones are allowed. */
export async function findDestination(
  text: string,
  { allowPrivate, resolve }: { readonly allowPrivate: boolean; readonly resolve: Resolve },
): Promise<Destination> {
  const url = parseDestination(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await resolveHost(host, resolve) : [host];
  const [address] = addresses;
  if (address === undefined) throw new DestinationError(`The host ${host} has no address.`);
  if (!allowPrivate && !addresses.every(isPublicAddress))
    throw new DestinationError(`The host ${host} is not on the internet: only public addresses are called.`);
  return { url, address };
}

async function resolveHost(host: string, resolve: Resolve): Promise<readonly string[]> {
  try {
    return await resolve(host);
  } catch {
    throw new DestinationError(`The host ${host} cannot be found.`);
  }
}
