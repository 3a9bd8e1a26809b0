import { describeIssue } from '@northlight/contract';
import type { z } from 'zod';

/** Returns the first error of each invalid field, by dotted path. */
export function findZodErrors(schema: z.ZodType, value: unknown): Record<string, string> {
  const result = schema.safeParse(value, { error: describeIssue });
  if (result.success) return {};
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) errors[path.join('.')] ??= message;
  return errors;
}

/** Returns the error of a single value, under the name of its field. */
export function findFieldError(field: string, schema: z.ZodType, value: unknown): Record<string, string> {
  const message = findZodErrors(schema, value)[''];
  return message === undefined ? {} : { [field]: message };
}
