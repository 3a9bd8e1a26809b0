/**
 * Frames of uCentral: each JSON text frame is one message; large ones may have compressed parameters.
 */
import { deflateSync, inflateSync } from 'node:zlib';
import { MalformedMessage } from '../clean-message.ts';
import { parseObject, parseText } from './untrusted-values.ts';

/** Maximum size of a received frame, and of its inflated parameters. */
export const MAX_RECEIVED_BYTES = 4 * 1024 * 1024;
/**
 * Maximum frame for access points: their client parses each read of 32 KB separately, so it loses longer
 * frames.
 */
export const AP_FRAME_BYTES = 32 * 1024;
/** Maximum frame for switches: the buffer size of their client. */
export const SWITCH_FRAME_BYTES = 4 * 1024 * 1024;

export type Incoming =
  | {
      readonly kind: 'call';
      readonly method: string;
      readonly id: number | undefined;
      readonly params: object;
    }
  | { readonly kind: 'answer'; readonly id: number; readonly result: unknown; readonly error: unknown }
  /** RADIUS packet for a proxy, which this cloud does not have. */
  | { readonly kind: 'radius' };

/** Parses one frame. Throws `MalformedMessage`. */
export function readFrame(text: string): Incoming {
  const message = parseObject(parseJson(text));
  const { error, id, method, radius, result } = message;
  if (typeof radius === 'string') return { kind: 'radius' };
  const number = typeof id === 'number' && Number.isInteger(id) ? id : undefined;
  if (typeof method === 'string')
    return { kind: 'call', method: method.slice(0, 40), id: number, params: readParams(message['params']) };
  if (number !== undefined && (result !== undefined || error !== undefined))
    return { kind: 'answer', id: number, result, error };
  throw new MalformedMessage('neither a call nor an answer');
}

/** Throws `MalformedMessage` unless the serial number of a message is that of the certificate. */
export function checkSerial(value: unknown, expected: string): void {
  const serial = parseText(value, 40)?.toLowerCase() ?? '';
  if (serial === expected) return;
  const shown = serial.replaceAll(/[^\w.:-]/g, '?');
  throw new MalformedMessage(`the serial number "${shown}" is not that of the certificate, ${expected}`);
}

function readParams(params: unknown): object {
  const raw = parseObject(params);
  const packed = raw['compress_64'];
  if (typeof packed !== 'string') return raw;
  const inflated = inflate(packed);
  const inside = parseObject(parseJson(inflated));
  // Some clients keep the serial number outside of the compressed part.
  const { compress_64: _packed, compress_sz: _size, ...outside } = raw;
  return { ...outside, ...inside };
}

function inflate(packed: string): string {
  try {
    // Limits the size independently of `compress_sz`, because 1 MB of zeros takes only 1 KB when compressed.
    return inflateSync(Buffer.from(packed, 'base64'), { maxOutputLength: MAX_RECEIVED_BYTES }).toString(
      'utf8',
    );
  } catch {
    throw new MalformedMessage('the compressed part cannot be read');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MalformedMessage('not JSON');
  }
}

/** Maximum frame that a device accepts, and whether it accepts compressed parameters. */
export interface FrameLimits {
  readonly frameBytes: number;
  readonly compressed: boolean;
}

export interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: object;
}

/**
 * Serialises a call. Compresses the parameters only if the call does not fit otherwise; undefined if the
 * compressed call does not fit either.
 */
export function writeFrame({ id, method, params }: Call, limits: FrameLimits): string | undefined {
  const plain = JSON.stringify({ jsonrpc: '2.0', id, method, params });
  if (Buffer.byteLength(plain) <= limits.frameBytes) return plain;
  if (!limits.compressed) return undefined;
  const inside = JSON.stringify(params);
  const packed = {
    compress_64: deflateSync(inside).toString('base64'),
    compress_sz: Buffer.byteLength(inside),
  };
  const frame = JSON.stringify({ jsonrpc: '2.0', id, method, params: packed });
  return Buffer.byteLength(frame) <= limits.frameBytes ? frame : undefined;
}
