import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Clock } from '@northlight/runtime';
import { isIP } from 'node:net';
import type { Destination } from './destination.ts';

const TIMEOUT_MS = 10_000;
/** Maximum number of bytes of the answer to read for the log. */
const MAX_ANSWER_BYTES = 1024;

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Posts JSON to the checked address. Follows no redirects and times out after 10 s. */
export function postJson(
  clock: Clock,
  { address, url }: Destination,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Answer> {
  const { promise, reject, resolve } = Promise.withResolvers<Answer>();
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const request = send({
    host: address,
    port: url.port === '' ? undefined : Number(url.port),
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    // Closes the connection after the request, so that no connections to foreign hosts stay open.
    agent: false,
    ...(isIP(name) === 0 && { servername: name }),
    headers: {
      ...headers,
      host: url.host,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  });
  const cancel = clock.after(TIMEOUT_MS, () => request.destroy(new Error('No answer within 10 s.')));
  request.once('error', reject);
  request.once('response', (response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (): void => {
      const text = Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8');
      resolve({ status: response.statusCode ?? 0, text });
      request.destroy();
    };
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_ANSWER_BYTES) finish();
    });
    response.once('end', finish);
    response.once('error', reject);
  });
  request.end(body);
  return promise.finally(cancel);
}
