import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Clock, startLoop } from '@northlight/runtime';
import type { OpenFile } from '../files/file-store.ts';
import { parseByteRange } from './byte-range.ts';

/** Minimum number of bytes between two checks. A slower download is aborted to free its slot. */
const MIN_BYTES_PER_CHECK = 64 * 1024;
const STALL_CHECK_MS = 30_000;

/**
 * Answers GET and HEAD with the file or the requested range as a stream. Resolves when the response is sent or the client
 * has disconnected, and closes the file.
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: OpenFile,
  /** Strong ETag, which differs for every content. */
  etag: string,
  clock: Clock,
): Promise<void> {
  await using _open = file;
  const { bytes } = file;
  const { 'if-range': ifRange, range: requested } = request.headers;
  // Ignores a range of another version, which does not help a client that resumes a download.
  const range = ifRange === undefined || ifRange === etag ? parseByteRange(requested, bytes) : 'whole';
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
  let sent = 0;
  const count = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      sent += chunk.length;
      done(null, chunk);
    },
  });
  let sentBefore = 0;
  await using _stallCheck = startLoop(
    clock,
    STALL_CHECK_MS,
    () => {
      // The rest of the file may be smaller than the minimum, but at least one byte must be transferred.
      const minimum = reading.readableEnded ? 1 : MIN_BYTES_PER_CHECK;
      if (sent - sentBefore < minimum) stalled.abort();
      sentBefore = sent;
    },
    () => undefined,
  );
  try {
    await pipeline(reading, count, response, { signal: stalled.signal });
  } catch {
    // After an abort, a stall or a disk error the client detects the missing bytes by the content length.
    response.destroy();
  }
}
