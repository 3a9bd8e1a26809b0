import { ERRORS, type ErrorName } from './error-catalogue.ts';
import type { FieldErrors } from './errors.ts';

/** One broken rule, on the field where it belongs. */
export interface RuleViolation {
  /** Dotted path into the document: `vlans.0.id`. */
  readonly path: string;
  readonly error: ErrorName;
  readonly message: string;
  /** Path of the other side of a conflict, so that a form can lead there. */
  readonly other?: string;
}

export const violation = (
  path: string,
  error: ErrorName,
  message: string = ERRORS[error].message,
  other?: string,
): RuleViolation => ({ path, error, message, ...(other !== undefined && { other }) });

/** The violations as the error body carries them; the first one of a field wins. */
export function fieldsOf(violations: readonly RuleViolation[]): FieldErrors {
  const fields: Record<string, string> = {};
  for (const { path, message } of violations) fields[path] ??= message;
  return fields;
}
