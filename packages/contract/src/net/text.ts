import { z } from 'zod';

/** PostgreSQL cannot store NUL in text or JSON, and a lone surrogate is not a character. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Returns the free text of at most `max` characters that the database can store. */
export const storableText = (max: number, tooLong?: string) =>
  z
    .string()
    .max(max, tooLong)
    .refine((text) => !UNSTORABLE.test(text), 'The text has characters that cannot be stored. Remove them.');
