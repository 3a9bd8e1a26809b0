import { readFileSync } from 'node:fs';
import { isIPv4, type Socket } from 'node:net';

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'] as const;
/** One look serves all streams: they are looked at in the same second. */
const LOOK_EVERY_MS = 1_000;
/** How Linux writes that an address of version 6 holds one of version 4. */
const MAPPED = '0000000000000000FFFF0000';

let queues: ReadonlyMap<string, number> = new Map();
let lookedAt = Number.NEGATIVE_INFINITY;

/**
 * Bytes that the kernel holds for a connection because the other end has not taken them: several megabytes, of which
 * the process sees nothing. 0 where it cannot be told, which is anywhere but on Linux.
 */
export function waitingInKernel({ localPort, remoteAddress, remotePort }: Socket): number {
  if (localPort === undefined || remoteAddress === undefined || remotePort === undefined) return 0;
  const now = performance.now();
  if (now - lookedAt >= LOOK_EVERY_MS) {
    queues = new Map(TABLES.flatMap(readTable));
    lookedAt = now;
  }
  return queues.get(`${hex(localPort)} ${addressHex(remoteAddress)}:${hex(remotePort)}`) ?? 0;
}

function readTable(file: string): (readonly [string, number])[] {
  let text: string;
  try {
    text = readFileSync(file, 'latin1');
  } catch {
    return [];
  }
  return [...text.matchAll(/^ *\d+: [0-9A-F]+:([0-9A-F]{4}) ([0-9A-F]+):([0-9A-F]{4}) 01 ([0-9A-F]{8}):/gm)]
    .filter(([, , , , queue]) => queue !== '00000000')
    .map(([, local, address = '', remote, queue = '0']) => [
      `${local} ${address.startsWith(MAPPED) ? address.slice(MAPPED.length) : address}:${remote}`,
      Number.parseInt(queue, 16),
    ]);
}

const hex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0');

/** An address as the tables write it: in words of four bytes, each the wrong way round. */
export function addressHex(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const bytes = isIPv4(plain) ? plain.split('.').map(Number) : bytesOfSix(plain);
  return Array.from({ length: bytes.length / 4 }, (_, word) => bytes.slice(4 * word, 4 * word + 4).reverse())
    .flat()
    .map((byte) => byte.toString(16).toUpperCase().padStart(2, '0'))
    .join('');
}

function bytesOfSix(address: string): number[] {
  const groups = (text: string | undefined): number[] =>
    text ? text.split(':').map((group) => Number.parseInt(group, 16)) : [];
  const [head, tail] = address.split('::').map(groups);
  const left = head ?? [];
  const right = tail ?? [];
  const between = Array.from({ length: 8 - left.length - right.length }, () => 0);
  return [...left, ...between, ...right].flatMap((group) => [group >> 8, group & 255]);
}
