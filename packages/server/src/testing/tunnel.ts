import { type IncomingHttpHeaders, request } from 'node:http';
import { performServerHandshake, type ServerHttp2Stream } from 'node:http2';
import { request as requestTls } from 'node:https';
import type { Duplex } from 'node:stream';

interface Page {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A browser at any host name of a server on this machine; no redirection is followed. */
export function visitPage(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
): Promise<Page> {
  const { host, pathname, port, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request(
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
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Answers one request to a device's page. */
export type ServePage = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

/** The device's side of a tunnel: dials where it is told, and serves its page there. Resolves when it has been let in. */
export function dialTunnel(url: string, ca: string, serve: ServePage): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const asked = requestTls(url, { ca, headers: { connection: 'Upgrade', upgrade: 'northlight-tunnel' } });
    asked.on('error', reject);
    asked.on('response', ({ statusCode }) => reject(new Error(`refused with ${statusCode}`)));
    asked.on('upgrade', (_answer, socket) => {
      const session = performServerHandshake(socket);
      session.on('error', () => undefined);
      session.on('stream', serve);
      resolve(socket);
    });
    asked.end();
  });
}

/** A page that answers with the request. */
export const echoPage: ServePage = (stream, headers) => {
  const parts: Buffer[] = [];
  stream.on('error', () => undefined);
  stream.on('data', (part: Buffer) => parts.push(part));
  stream.on('end', () => {
    stream.respond({ ':status': 200, 'content-type': 'application/json', 'set-cookie': 'northlight=stolen' });
    const [method, url] = [headers[':method'], headers[':path']];
    stream.end(JSON.stringify({ method, url, headers, body: Buffer.concat(parts).toString() }));
  });
};
