import type { z } from 'zod';
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

const errorOf = (issue: z.core.$ZodIssue): ErrorName => {
  const error: unknown = issue.code === 'custom' ? issue.params?.['error'] : undefined;
  return typeof error === 'string' && error in ERRORS ? (error as ErrorName) : 'invalidParameters';
};

/** What a schema refuses, as broken rules: with the code of the rule, where the catalogue has one. */
export const violationsOfSchema = ({ issues }: z.ZodError): RuleViolation[] =>
  issues.map((issue) => violation(issue.path.join('.'), errorOf(issue), issue.message));

/**
 * Whether a refused value is at least what it should be, with numbers, texts and lists in their places, so that the
 * rules can be asked as well and everything that is wrong is told at once.
 */
export const hasShape = ({ issues }: z.ZodError): boolean =>
  issues.every((issue) => {
    if (issue.code === 'invalid_type') return issue.expected === 'int';
    if (issue.code === 'too_big') return issue.origin !== 'array';
    return ['too_small', 'invalid_format', 'not_multiple_of', 'custom'].includes(issue.code);
  });

/**
 * Everything that is wrong with a value at once: what its schema refuses and, as far as it has its shape, which rules
 * it breaks. Form and server ask this, each with the rules that it knows.
 */
export function faultsOf<S extends z.ZodType>(
  schema: S,
  value: unknown,
  rules: (value: z.output<S>) => readonly RuleViolation[],
): RuleViolation[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return [...rules(parsed.data)];
  const refused = violationsOfSchema(parsed.error);
  return hasShape(parsed.error) ? [...refused, ...rules(value as z.output<S>)] : refused;
}
