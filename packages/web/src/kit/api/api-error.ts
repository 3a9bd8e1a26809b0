import { type ErrorBody, type FieldErrors, messageOf } from '@northlight/contract';

const NO_ANSWER = 404;

/** A refusal of the server, or the lack of an answer, in the catalogue's words. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  /** HTTP status; 0 when there was no answer at all. */
  readonly status: number;
  readonly fields: FieldErrors | undefined;
  readonly requestId: string | undefined;

  constructor(status: number, body: Partial<ErrorBody> & { code: number }) {
    super(body.message ?? messageOf(body.code));
    this.code = body.code;
    this.status = status;
    this.fields = body.fields;
    this.requestId = body.requestId;
  }

  /** The server cannot be reached (specification §8, code 404: network error). */
  static unreachable(): ApiError {
    return new ApiError(0, {
      code: NO_ANSWER,
      message: 'The server cannot be reached. Check the connection.',
    });
  }

  static unreadable(status: number, requestId?: string): ApiError {
    return new ApiError(status, {
      code: 2000,
      message: 'The server gave an answer that the console cannot read. Reload the page.',
      requestId,
    });
  }
}

/** The sentence to show for anything that was thrown. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return error instanceof Error && error.message ? error.message : 'Something went wrong.';
}
