import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Clock, startLoop } from '@northlight/runtime';
import type { OpenFile } from '../files/file-store.ts';
import { byteRange } from './byte-range.ts';

/** A download that moves fewer bytes than this between two checks is aborted: it holds a slot that others need. */
const LEAST_BYTES = 64 * 1024;
const STALL_CHECK_MS = 30_000;

/**
 * Answers GET and HEAD with the file or the part that is asked for, piece by piece. Resolves when the answer is sent or
 * the reader is gone, and closes the file.
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: OpenFile,
  /** Strong: another content has another one. */
  etag: string,
  clock: Clock,
): Promise<void> {
  await using _open = file;
  const { bytes } = file;
  const { 'if-range': condition, range: wanted } = request.headers;
  // A part of something else than the reader has the beginning of is of no use.
  const range = condition === undefined || condition === etag ? byteRange(wanted, bytes) : 'whole';
  response.setHeader('accept-ranges', 'bytes').setHeader('etag', etag);
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${bytes}`, 'content-length': 0 }).end();
    return;
  }
  const { end, start } = range === 'whole' ? { start: 0, end: bytes - 1 } : range;
  response.writeHead(range === 'whole' ? 200 : 206, {
    'content-type': 'application/octet-stream',
    'content-length': end - start + 1,
    ...(range !== 'whole' && { 'content-range': `bytes ${start}-${end}/${bytes}` }),
  });
  if (request.method === 'HEAD' || bytes === 0) {
    response.end();
    return;
  }
  const reading = file.read({ start, end });
  const stalled = new AbortController();
  let taken = 0;
  const count = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      taken += chunk.length;
      done(null, chunk);
    },
  });
  let takenBefore = 0;
  await using _stallCheck = startLoop(
    clock,
    STALL_CHECK_MS,
    () => {
      // Near the end little may be left to send, but something has to move.
      const least = reading.readableEnded ? 1 : LEAST_BYTES;
      if (taken - takenBefore < least) stalled.abort();
      takenBefore = taken;
    },
    () => undefined,
  );
  try {
    await pipeline(reading, count, response, { signal: stalled.signal });
  } catch {
    // Cut, stalled, or the disk failed: the length that was announced tells the reader that the rest is missing.
    response.destroy();
  }
}
