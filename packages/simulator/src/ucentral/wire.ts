/** What travels, as the clients of the field write and read it. Shares nothing with the endpoint that reads it. */
import { deflateSync, inflateSync } from 'node:zlib';

/** A state beyond this is packed by the access points' client. */
const PACKED_FROM_BYTES = 2048;
/** The pieces in which the clients' library hands a long message to the socket. */
export const CHUNK_BYTES = 2048;
/** Room for what comes: the access points' client loses a longer frame. */
export const AP_RECEIVES_BYTES = 32 * 1024;

/** A message of the device; a long one with its parameters packed. */
export function message(method: string, params: object): string {
  const inside = JSON.stringify(params);
  if (Buffer.byteLength(inside) <= PACKED_FROM_BYTES)
    return `{"jsonrpc":"2.0","method":"${method}","params":${inside}}`;
  const packed = deflateSync(inside).toString('base64');
  return `{"jsonrpc":"2.0","method":"${method}","params":{"compress_64":"${packed}","compress_sz":${Buffer.byteLength(inside)}}}`;
}

/** The answer to a call. */
export const answer = (
  id: number,
  serial: string,
  uuid: number,
  status: { readonly error: number; readonly text: string; readonly rejected?: readonly string[] },
  more: object = {},
): string => JSON.stringify({ jsonrpc: '2.0', id, result: { serial, uuid, status, ...more } });

export interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Reads a call of the cloud; undefined for anything else. */
export function readCall(text: string): Call | undefined {
  const { id, method, params } = JSON.parse(text) as Partial<Call>;
  if (typeof id !== 'number' || typeof method !== 'string' || !params) return undefined;
  const packed = params['compress_64'];
  if (typeof packed !== 'string') return { id, method, params };
  const inside = inflateSync(Buffer.from(packed, 'base64')).toString('utf8');
  return { id, method, params: JSON.parse(inside) as Call['params'] };
}

/** A message in pieces: the last one is marked. */
export function chunksOf(text: string): { part: Buffer; last: boolean }[] {
  const bytes = Buffer.from(text);
  const count = Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES));
  return Array.from({ length: count }, (_, index) => ({
    part: bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
    last: index === count - 1,
  }));
}
