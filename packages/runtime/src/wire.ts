import { gunzipSync, gzipSync } from 'node:zlib';

/** Larger messages to a device travel as `{gzip: <base64>}`. */
const PLAIN_MAX_BYTES = 16 * 1024;
/** What a packed message may unfold to: a small one must not fill the memory. */
const UNPACKED_MAX_BYTES = 4 * 1024 * 1024;

/** JSON of a message, packed when it is large. */
export function packPayload(message: object): string {
  const plain = JSON.stringify(message);
  if (Buffer.byteLength(plain) <= PLAIN_MAX_BYTES) return plain;
  return JSON.stringify({ gzip: gzipSync(plain).toString('base64') });
}

/** The message of a payload, packed or plain. Throws on what is neither, and on one that unfolds to too much. */
export function unpackPayload(payload: string): unknown {
  const message: unknown = JSON.parse(payload);
  if (typeof message !== 'object' || message === null || !('gzip' in message)) return message;
  if (typeof message.gzip !== 'string') throw new SyntaxError('A packed message is base64 text.');
  const plain = gunzipSync(Buffer.from(message.gzip, 'base64'), { maxOutputLength: UNPACKED_MAX_BYTES });
  return JSON.parse(plain.toString('utf8'));
}
