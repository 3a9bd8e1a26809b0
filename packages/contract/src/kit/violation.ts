import type { z } from 'zod';
import { ERRORS, type ErrorName } from './error-catalogue.ts';
import { DomainError, type FieldErrors } from './errors.ts';
import { describeIssue } from './issue-sentence.ts';

/** One violated rule, at its field. */
export interface RuleViolation {
  /** Dotted path into the document: `vlans.0.id`. */
  readonly path: string;
  readonly error: ErrorName;
  readonly message: string;
  /** Path of the other item of a conflict, so that forms can link to it. */
  readonly other?: string;
}

export const createViolation = (
  path: string,
  error: ErrorName,
  message: string = ERRORS[error].message,
  other?: string,
): RuleViolation => ({ path, error, message, ...(other !== undefined && { other }) });

/** Returns the violations in the form of the error body, with the first violation of each field. */
export function groupByField(violations: readonly RuleViolation[]): FieldErrors {
  const fields: Record<string, string> = {};
  for (const { path, message } of violations) fields[path] ??= message;
  return fields;
}

/** Returns the violations of a part of a request with their paths in the whole request; `at` is the path of the part. */
export const nestViolations = (violations: readonly RuleViolation[], at: string): RuleViolation[] =>
  violations.map((each) => ({ ...each, path: each.path ? `${at}.${each.path}` : at }));

/**
 * Throws an error with all violations at their fields, if there are any. The code is that of the first
 * violation.
 */
export function refuseViolations(violations: readonly RuleViolation[]): void {
  const [first] = violations;
  if (first) throw new DomainError(first.error, { fields: groupByField(violations), message: first.message });
}

const getErrorName = (issue: z.core.$ZodIssue): ErrorName => {
  const error: unknown = issue.code === 'custom' ? issue.params?.['error'] : undefined;
  return typeof error === 'string' && error in ERRORS ? (error as ErrorName) : 'invalidParameters';
};

/** Lists the schema errors as violations, with the code of the rule if the catalogue has one. */
export const listSchemaViolations = ({ issues }: z.ZodError): RuleViolation[] =>
  issues.map((issue) => createViolation(issue.path.join('.'), getErrorName(issue), issue.message));

/**
 * Returns true if an invalid value has the right types. The rules can then be checked as well, so that all
 * errors are reported together.
 */
export const hasShape = ({ issues }: z.ZodError): boolean =>
  issues.every((issue) => {
    if (issue.code === 'invalid_type') return issue.expected === 'int';
    if (issue.code === 'too_big') return issue.origin !== 'array';
    return ['too_small', 'invalid_format', 'not_multiple_of', 'custom'].includes(issue.code);
  });

/**
 * Returns all errors of a value: the schema errors and, if the value has the right types, the violated rules.
 * Forms and the server call it, each with its own rules.
 */
export function findViolations<S extends z.ZodType>(
  schema: S,
  value: unknown,
  rules: (value: z.output<S>) => readonly RuleViolation[],
): RuleViolation[] {
  const parsed = schema.safeParse(value, { error: describeIssue });
  if (parsed.success) return [...rules(parsed.data)];
  const refused = listSchemaViolations(parsed.error);
  return hasShape(parsed.error) ? [...refused, ...rules(value as z.output<S>)] : refused;
}
