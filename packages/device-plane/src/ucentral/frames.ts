/**
 * Frames of uCentral: one JSON text frame is one message, either way; a large one may carry its parameters compressed.
 */
import { deflateSync, inflateSync } from 'node:zlib';
import { MalformedMessage } from '../plane.ts';
import { asObject } from './untrusted-values.ts';

/** What a device may send in one frame, and what its compressed part may become. */
export const MAX_RECEIVED_BYTES = 4 * 1024 * 1024;
/** The access points' client reads into 32 KB and parses each piece by itself: a longer frame is lost there. */
export const AP_FRAME_BYTES = 32 * 1024;
/** The switches' client has this much room. */
export const SWITCH_FRAME_BYTES = 4 * 1024 * 1024;

export type Incoming =
  | {
      readonly kind: 'call';
      readonly method: string;
      readonly id: number | undefined;
      readonly params: object;
    }
  | { readonly kind: 'answer'; readonly id: number; readonly result: unknown; readonly error: unknown }
  /** A RADIUS packet on its way to a proxy that this cloud does not have. */
  | { readonly kind: 'radius' };

/** Reads one frame; throws `MalformedMessage` for what is none. */
export function readFrame(text: string): Incoming {
  const message = asObject(parseJson(text));
  const { error, id, method, radius, result } = message;
  if (typeof radius === 'string') return { kind: 'radius' };
  const number = typeof id === 'number' && Number.isInteger(id) ? id : undefined;
  if (typeof method === 'string')
    return { kind: 'call', method: method.slice(0, 40), id: number, params: readParams(message['params']) };
  if (number !== undefined && (result !== undefined || error !== undefined))
    return { kind: 'answer', id: number, result, error };
  throw new MalformedMessage('neither a call nor an answer');
}

function readParams(params: unknown): object {
  const told = asObject(params);
  const packed = told['compress_64'];
  if (typeof packed !== 'string') return told;
  const inflated = inflate(packed);
  const inside = asObject(parseJson(inflated));
  // Some clients leave the serial number outside, some put everything inside.
  const { compress_64: _packed, compress_sz: _size, ...outside } = told;
  return { ...outside, ...inside };
}

function inflate(packed: string): string {
  try {
    // The bound holds whatever `compress_sz` says: a few kilobytes can become gigabytes.
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

/** How much a device takes in one frame, and whether it unpacks. */
export interface FrameLimits {
  readonly frameBytes: number;
  readonly compressed: boolean;
}

export interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: object;
}

/** One call as it travels, packed if it would not fit otherwise; undefined when it does not fit at all. */
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
