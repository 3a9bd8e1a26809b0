import { type ErrorBody, type FieldErrors, getErrorMessage } from '@northlight/contract';

const NO_ANSWER = 404;

/** Error of a request, with or without an answer of the server, and with a message to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly fields: FieldErrors | undefined;
  readonly requestId: string | undefined;

  constructor(status: number, body: Partial<ErrorBody> & { code: number }) {
    super(body.message ?? getErrorMessage(body.code));
    this.code = body.code;
    this.status = status;
    this.fields = body.fields;
    this.requestId = body.requestId;
  }

  /** Creates the error for a request without an answer (specification §8, code 404: network error). */
  static unreachable(): ApiError {
    return new ApiError(0, {
      code: NO_ANSWER,
      message: 'The server cannot be reached. Check the connection.',
    });
  }

  static unreadable(status: number, requestId?: string): ApiError {
    return new ApiError(status, {
      code: 2000,
      message: 'The server sent an unreadable answer. Reload the page.',
      requestId,
    });
  }
}

/** Returns the message to show for a thrown value. */
export function toErrorSentence(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return error instanceof Error && error.message ? error.message : 'The operation failed. Try again.';
}
