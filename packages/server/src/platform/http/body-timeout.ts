import { DomainError } from '@northlight/contract';
import type { Clock } from '@northlight/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { replyWithError } from './error-reply.ts';

/** Maximum time for the body of a request, from its headers to its last byte. */
export const BODY_TIMEOUT_MS = 60_000;
/** Maximum time for the upload of a file, in which 40 MB need 0.6 Mbit/s. */
export const UPLOAD_TIMEOUT_MS = 10 * 60_000;

/** Answers a request whose body does not arrive in time, and ends its connection. */
export function limitBodyTime(clock: Clock, request: FastifyRequest, reply: FastifyReply): void {
  const { headers, raw } = request;
  if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return;
  const isUpload = headers['content-type']?.startsWith('multipart/') ?? false;
  const end = (): unknown => raw.socket.destroy();
  const refuse = (limitMs: number): unknown => {
    if (reply.sent) return end();
    reply.raw.once('finish', end);
    void replyWithError(
      new DomainError('invalidParameters', {
        message: `The request did not arrive within ${limitMs / 1000} s. Send it again over a faster connection.`,
      }),
      request,
      reply,
    );
    return undefined;
  };
  let cancel = clock.after(BODY_TIMEOUT_MS, () => {
    // Allows an upload more time, unless it was refused already.
    if (!isUpload || reply.sent) refuse(BODY_TIMEOUT_MS);
    else cancel = clock.after(UPLOAD_TIMEOUT_MS - BODY_TIMEOUT_MS, () => refuse(UPLOAD_TIMEOUT_MS));
  });
  const stop = (): void => cancel();
  raw.once('end', stop);
  raw.once('close', stop);
}
