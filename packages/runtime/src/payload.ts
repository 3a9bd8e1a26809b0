import { gunzipSync, gzipSync } from 'node:zlib';

/** Size above which a message to a device is sent as `{gzip: <base64>}`. */
const PLAIN_MAX_BYTES = 16 * 1024;
/** Maximum size of a decompressed message, so that a compressed one cannot fill the memory. */
const UNPACKED_MAX_BYTES = 4 * 1024 * 1024;

/** Returns the JSON of a message, compressed above `PLAIN_MAX_BYTES`. */
export function packPayload(message: object): string {
  const plain = JSON.stringify(message);
  if (Buffer.byteLength(plain) <= PLAIN_MAX_BYTES) return plain;
  return JSON.stringify({ gzip: gzipSync(plain).toString('base64') });
}

/**
 * Parses a plain or compressed payload. Throws for invalid data and for messages that decompress beyond the
 * limit.
 */
export function unpackPayload(payload: string): unknown {
  const message: unknown = JSON.parse(payload);
  if (typeof message !== 'object' || message === null || !('gzip' in message)) return message;
  if (typeof message.gzip !== 'string') throw new SyntaxError('A compressed message must be base64 text.');
  const plain = gunzipSync(Buffer.from(message.gzip, 'base64'), { maxOutputLength: UNPACKED_MAX_BYTES });
  return JSON.parse(plain.toString('utf8'));
}
