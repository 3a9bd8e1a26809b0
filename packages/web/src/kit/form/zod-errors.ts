import type { z } from 'zod';

/** The first sentence of every field that a schema refuses, by dotted path. */
export function zodErrors(schema: z.ZodType, value: unknown): Record<string, string> {
  const result = schema.safeParse(value);
  if (result.success) return {};
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) errors[path.join('.')] ??= message;
  return errors;
}

/** The error of a schema of one value, under the name of its field. */
export function fieldError(field: string, schema: z.ZodType, value: unknown): Record<string, string> {
  const message = zodErrors(schema, value)[''];
  return message === undefined ? {} : { [field]: message };
}
