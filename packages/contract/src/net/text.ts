import { z } from 'zod';

/** PostgreSQL keeps no NUL in text or JSON, and a lone surrogate is no character. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Free text of at most `max` characters that a database can keep. */
export const storableText = (max: number, tooLong?: string) =>
  z
    .string()
    .max(max, tooLong)
    .refine((text) => !UNSTORABLE.test(text), 'The text has characters that cannot be stored.');
