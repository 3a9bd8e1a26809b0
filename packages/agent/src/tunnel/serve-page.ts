import {
  constants,
  performServerHandshake,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Duplex } from 'node:stream';
import {
  PAGE_BODY_MAX_BYTES,
  type PageRequest,
  type PageResponse,
  createRefusal,
} from '../local-page/index.ts';

/** Maximum number of concurrent streams; the page itself has fewer files. */
const MAX_STREAMS = 16;
const STREAM_MS = 30_000;
const SESSION_MEGABYTES = 8;
const HEADERS_MAX_BYTES = 16 * 1024;

type Answer = (request: PageRequest) => Promise<PageResponse>;

/** Serves the page over HTTP/2 to the peer of a connection that the device opened. */
export function servePage(socket: Duplex, answer: Answer): ServerHttp2Session {
  const session = performServerHandshake(socket, {
    maxSessionMemory: SESSION_MEGABYTES,
    settings: { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: HEADERS_MAX_BYTES },
  });
  session.on('error', () => socket.destroy());
  session.on('close', () => socket.destroy());
  session.on('stream', (stream, headers) => void serve(stream, headers, answer));
  return session;
}

async function serve(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, answer: Answer): Promise<void> {
  stream.on('error', () => undefined);
  stream.setTimeout(STREAM_MS, () => stream.close(constants.NGHTTP2_CANCEL));
  const body = await readBody(stream);
  const { ':method': method = 'GET', ':path': path = '/', ...rest } = headers;
  const response = await (
    body
      ? answer({ method, path, headers: rest, body })
      : Promise.resolve(createRefusal(413, 'The request is too long.'))
  ).catch(() => createRefusal(500, 'The request failed.'));
  if (stream.destroyed || stream.closed) return;
  stream.respond({ ':status': response.status, ...response.headers });
  stream.end(response.body);
}

/** Reads the body of a request; undefined when it exceeds the limit or cannot be read. */
async function readBody(stream: ServerHttp2Stream): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of stream) {
      if (!Buffer.isBuffer(part)) continue;
      bytes += part.length;
      if (bytes > PAGE_BODY_MAX_BYTES) return undefined;
      parts.push(part);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(parts);
}
