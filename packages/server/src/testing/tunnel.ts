import { type IncomingHttpHeaders, request } from 'node:http';
import { performServerHandshake, type ServerHttp2Stream } from 'node:http2';
import { request as requestTls } from 'node:https';
import type { Duplex } from 'node:stream';

interface Page {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Requests a page of a server on this machine under any host name. Follows no redirects. */
export function visitPage(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
): Promise<Page> {
  const { host, pathname, port, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, path: pathname + search, method, headers: { host, ...headers } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(parts).toString(),
          }),
        );
        answer.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Answers one request to a device's local page. */
export type ServePage = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

/**
 * Opens the device side of a tunnel: connects to the URL and serves the page. Resolves when the server
 * accepts the tunnel.
 */
export function dialTunnel(url: string, ca: string, serve: ServePage): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const outgoing = requestTls(url, {
      ca,
      headers: { connection: 'Upgrade', upgrade: 'northlight-tunnel' },
    });
    outgoing.on('error', reject);
    outgoing.on('response', ({ statusCode }) => reject(new Error(`refused with ${statusCode}`)));
    outgoing.on('upgrade', (_answer, socket) => {
      const session = performServerHandshake(socket);
      session.on('error', () => undefined);
      session.on('stream', serve);
      resolve(socket);
    });
    outgoing.end();
  });
}

/** Creates a page that returns the request as JSON. */
export const createEchoPage: ServePage = (stream, headers) => {
  const parts: Buffer[] = [];
  stream.on('error', () => undefined);
  stream.on('data', (part: Buffer) => parts.push(part));
  stream.on('end', () => {
    stream.respond({ ':status': 200, 'content-type': 'application/json', 'set-cookie': 'northlight=stolen' });
    const [method, url] = [headers[':method'], headers[':path']];
    stream.end(JSON.stringify({ method, url, headers, body: Buffer.concat(parts).toString() }));
  });
};
