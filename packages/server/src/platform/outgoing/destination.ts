import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const resolveByDns: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** Where a request goes: the address that was looked at, and no other that the name may have a moment later. */
export interface Destination {
  readonly url: URL;
  readonly address: string;
}

/** The sentence says why a request does not leave. */
export class NoDestination extends Error {
  override readonly name = 'NoDestination';
}

const LONGEST = 2_000;

/** An address of the web without a name and a password in it; what is written oddly is read as a browser does. */
export function parseDestination(text: string): URL {
  const url = text.length <= LONGEST && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new NoDestination('Enter an address that begins with https:// or http://.');
  if (url.username !== '' || url.password !== '')
    throw new NoDestination('The address must not contain a name and a password.');
  url.hash = '';
  return url;
}

/** Looks the host up and takes it only if every one of its addresses is one of the internet, or private ones may be. */
export async function findDestination(
  text: string,
  { allowPrivate, resolve }: { readonly allowPrivate: boolean; readonly resolve: Resolve },
): Promise<Destination> {
  const url = parseDestination(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await resolved(host, resolve) : [host];
  const [address] = addresses;
  if (address === undefined) throw new NoDestination(`The host ${host} has no address.`);
  if (!allowPrivate && !addresses.every(isPublicAddress))
    throw new NoDestination(`The host ${host} is not on the internet: only public addresses are called.`);
  return { url, address };
}

async function resolved(host: string, resolve: Resolve): Promise<readonly string[]> {
  try {
    return await resolve(host);
  } catch {
    throw new NoDestination(`The host ${host} cannot be found.`);
  }
}
