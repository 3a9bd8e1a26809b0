import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { type ClientHttp2Session, constants, type IncomingHttpHeaders as Http2Headers } from 'node:http2';
import type { Readable, Writable } from 'node:stream';
import { filterHeadersFromDevice, filterHeadersToDevice } from './headers.ts';

const BODY_MAX_BYTES = 16 * 1024 * 1024;
const ANSWER_MS = 30_000;

const { HTTP2_HEADER_AUTHORITY, HTTP2_HEADER_METHOD, HTTP2_HEADER_PATH, HTTP2_HEADER_STATUS } = constants;

/** A request of a browser or of another server process, by HTTP/1 or HTTP/2. */
export interface TunnelRequest extends Readable {
  readonly headers: IncomingHttpHeaders;
  readonly method?: string | undefined;
  readonly url?: string | undefined;
}

export interface TunnelResponse extends Writable {
  readonly headersSent: boolean;
  writeHead(status: number, headers: OutgoingHttpHeaders): unknown;
}

type AnswerHeaders = (headers: Http2Headers) => OutgoingHttpHeaders;

/** Copies the headers unchanged, because the other process has filtered them. */
const copyHeaders: AnswerHeaders = (headers) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));

/** Forwards a request to the device at the other end of the connection, and its answer back. */
export const forwardToDevice = (
  request: TunnelRequest,
  response: TunnelResponse,
  link: ClientHttp2Session,
): void => forward(request, response, link, filterHeadersFromDevice);

/** Forwards a browser's request to the server process with the tunnel's connection, and the answer back. */
export const forwardToProcess = (
  request: TunnelRequest,
  response: TunnelResponse,
  process: ClientHttp2Session,
  tunnelId: string,
): void => forward(request, response, process, copyHeaders, tunnelId);

function forward(
  request: TunnelRequest,
  response: TunnelResponse,
  target: ClientHttp2Session,
  answerHeaders: AnswerHeaders,
  authority?: string,
): void {
  const stream = target.request({
    ...filterHeadersToDevice(request.headers),
    [HTTP2_HEADER_METHOD]: request.method ?? 'GET',
    [HTTP2_HEADER_PATH]: request.url ?? '/',
    ...(authority !== undefined && { [HTTP2_HEADER_AUTHORITY]: authority }),
  });
  const failed = (): void => {
    stream.close(constants.NGHTTP2_CANCEL);
    if (response.headersSent) response.destroy();
    else answerText(response, 502, 'The device did not answer. Try again.');
  };
  stream.setTimeout(ANSWER_MS, failed);
  stream.once('error', failed);
  // When the connection ends, its streams close without an error or an answer.
  stream.once('close', () => {
    if (!response.writableEnded) failed();
  });
  stream.once('response', (headers) => {
    response.writeHead(Number(headers[HTTP2_HEADER_STATUS] ?? 502), answerHeaders(headers));
    stream.pipe(response);
  });
  response.once('close', () => stream.close(constants.NGHTTP2_CANCEL));
  let bytes = 0;
  request.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > BODY_MAX_BYTES) failed();
  });
  request.pipe(stream);
}

/** Answers with plain text instead of a device page. */
export function answerText(response: TunnelResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  response.end(`${text}\n`);
}

export const answerNotFound = (response: TunnelResponse): void =>
  answerText(
    response,
    404,
    'This address has expired. Open the local page of the device again from the console.',
  );
