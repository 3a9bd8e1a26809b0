import { DomainError, type ErrorBody, ERRORS, getErrorMessage } from '@northlight/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../db/errors.ts';

const UNSUPPORTED_TYPE =
  'The media type is not supported. Send JSON as application/json and a file as multipart/form-data.';

/** Answers with `{code, message, fields?, requestId}`. The answer to a server error reveals no internals. */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, message, fields } = describe(error, request);
  if (error instanceof DomainError && error.retryAfterSeconds !== undefined)
    void reply.header('retry-after', error.retryAfterSeconds);
  const body: ErrorBody = { code, message, requestId: request.id, ...(fields && { fields }) };
  return reply.status(status).header('cache-control', 'no-store').send(body);
}

export function replyNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const missing = new DomainError('invalidParameters', {
    status: 404,
    message: 'There is nothing at this address.',
  });
  return replyWithError(missing, request, reply);
}

interface Description {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly fields?: DomainError['fields'];
}

function describe(error: unknown, request: FastifyRequest): Description {
  if (error instanceof DomainError)
    return { status: error.status, code: error.code, message: error.message, fields: error.fields };
  const { statusCode, code } = error as Partial<FastifyError>;
  if (code === 'FST_REQ_FILE_TOO_LARGE' || statusCode === 413)
    return {
      status: 413,
      code: ERRORS.invalidParameters.code,
      message: 'The file or request is too large. Send a smaller one.',
    };
  if (statusCode === 415)
    return {
      status: 400,
      code: ERRORS.invalidParameters.code,
      message: ERRORS.invalidParameters.message,
      fields: { body: UNSUPPORTED_TYPE },
    };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return {
      status: statusCode,
      code: ERRORS.invalidParameters.code,
      message: getErrorMessage(ERRORS.invalidParameters.code),
    };
  if (isUnavailable(error)) {
    request.log.error({ err: error }, 'database unavailable');
    return { status: ERRORS.database.status, code: ERRORS.database.code, message: ERRORS.database.message };
  }
  request.log.error({ err: error }, 'request failed');
  return { status: 500, code: ERRORS.serverError.code, message: ERRORS.serverError.message };
}
