import { z } from 'zod';
import { ERRORS, ERROR_GROUPS, type ErrorName } from './error-catalogue.ts';

/** Body of every error response: `{code, message, fields?, requestId}`. */
export const errorBody = z.object({
  code: z.number().int(),
  message: z.string(),
  /** Error messages by field path (`vlans.0.id`). */
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBody>;

export type FieldErrors = Readonly<Record<string, string>>;

/** Error of a refused request, with a code of the catalogue. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: number;
  readonly status: number;
  readonly fields: FieldErrors | undefined;
  readonly errorName: ErrorName;
  /** Value of the header Retry-After (s); undefined if the time is not known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    errorName: ErrorName,
    options: { fields?: FieldErrors; message?: string; status?: number; retryAfterSeconds?: number } = {},
  ) {
    const entry = ERRORS[errorName];
    super(options.message ?? entry.message);
    this.errorName = errorName;
    this.code = entry.code;
    this.status = options.status ?? entry.status;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

const byCode: ReadonlyMap<number, string> = new Map(
  Object.values(ERRORS).map((entry) => [entry.code, entry.message] as const),
);

/** Returns the message of a code: that of its own entry, otherwise that of its group. */
export function getErrorMessage(code: number): string {
  const single = byCode.get(code);
  if (single !== undefined) return single;
  const group = ERROR_GROUPS.find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to));
  return group?.message ?? `-Unknown error code: ${code}`;
}
