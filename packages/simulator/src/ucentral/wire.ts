// Formats and parses messages like real clients. It deliberately shares no code with the server's endpoint.
import { deflateSync, inflateSync } from 'node:zlib';

/** Size above which the access points' client compresses message parameters. */
const COMPRESSION_THRESHOLD_BYTES = 2048;
/** Maximum size of the fragments in which the clients' library sends a message. */
export const CHUNK_BYTES = 2048;
/** Receive buffer of the access points' client, which drops longer frames. */
export const AP_BUFFER_BYTES = 32 * 1024;

/** Formats a message of the device; compresses parameters above the threshold. */
export function encodeMessage(method: string, params: object): string {
  const inside = JSON.stringify(params);
  if (Buffer.byteLength(inside) <= COMPRESSION_THRESHOLD_BYTES)
    return `{"jsonrpc":"2.0","method":"${method}","params":${inside}}`;
  const packed = deflateSync(inside).toString('base64');
  return `{"jsonrpc":"2.0","method":"${method}","params":{"compress_64":"${packed}","compress_sz":${Buffer.byteLength(inside)}}}`;
}

/** Formats the answer to a call. */
export const createAnswer = (
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

/** Parses a call of the cloud; undefined for any other message. */
export function readCall(text: string): Call | undefined {
  const { id, method, params } = JSON.parse(text) as Partial<Call>;
  if (typeof id !== 'number' || typeof method !== 'string' || !params) return undefined;
  const packed = params['compress_64'];
  if (typeof packed !== 'string') return { id, method, params };
  const inside = inflateSync(Buffer.from(packed, 'base64')).toString('utf8');
  return { id, method, params: JSON.parse(inside) as Call['params'] };
}

/** Splits a message into fragments and marks the last fragment. */
export function splitChunks(text: string): { part: Buffer; last: boolean }[] {
  const bytes = Buffer.from(text);
  const count = Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES));
  return Array.from({ length: count }, (_, index) => ({
    part: bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
    last: index === count - 1,
  }));
}
