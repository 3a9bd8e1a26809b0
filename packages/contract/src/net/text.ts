import { z } from 'zod';
import { cleanText } from './clean-text.ts';

/** Longest search text that is accepted before it is cleaned. */
const ENTERED_MAX = 1_000;
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

/** Returns the schema of a search text, without invisible characters and blanks at its ends. */
export const searchText = (max: number) => storableText(ENTERED_MAX).overwrite(cleanText).max(max);
