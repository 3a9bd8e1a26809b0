import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ClientHttp2Session, constants } from 'node:http2';
import { headersFromDevice, headersToDevice } from './headers.ts';

const BODY_MAX_BYTES = 16 * 1024 * 1024;
const ANSWER_MS = 30_000;

const { HTTP2_HEADER_METHOD, HTTP2_HEADER_PATH, HTTP2_HEADER_STATUS } = constants;

/** Passes one request of a browser on to the device at the other end of the link, and its answer back. */
export function passOn(request: IncomingMessage, response: ServerResponse, link: ClientHttp2Session): void {
  const stream = link.request({
    ...headersToDevice(request.headers),
    [HTTP2_HEADER_METHOD]: request.method ?? 'GET',
    [HTTP2_HEADER_PATH]: request.url ?? '/',
  });
  const failed = (): void => {
    stream.close(constants.NGHTTP2_CANCEL);
    if (response.headersSent) response.destroy();
    else answerText(response, 502, 'The device did not answer.');
  };
  stream.setTimeout(ANSWER_MS, failed);
  stream.once('error', failed);
  // A stream that goes with its connection ends without an error, and without an answer.
  stream.once('close', () => {
    if (!response.writableEnded) failed();
  });
  stream.once('response', (headers) => {
    response.writeHead(Number(headers[HTTP2_HEADER_STATUS] ?? 502), headersFromDevice(headers));
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

/** A plain sentence, for what no device answers. */
export function answerText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  response.end(`${text}\n`);
}
