import { z } from 'zod';

/**
 * Marks the schema of a text in requests as a secret, in JSON Schema as `format: password`. The server stores it sealed or
 * as a hash, and neither logs nor returns it; the canary test requires a value for each marked field.
 */
export function secret<T extends z.ZodType>(schema: T): T {
  z.globalRegistry.add(schema, { format: 'password' });
  return schema;
}
