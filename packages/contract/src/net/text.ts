import { z } from 'zod';

/**
 * Matches NUL, which PostgreSQL cannot store in text or JSON, and lone surrogates, which are not characters.
 */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Returns the schema of a text of at most `max` characters that the database can store. */
export const storableText = (max: number, tooLong?: string) =>
  z
    .string()
    .max(max, tooLong)
    .refine((text) => !UNSTORABLE.test(text), 'The text has characters that cannot be stored. Remove them.');
