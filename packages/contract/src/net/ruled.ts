import type { ErrorName } from '../kit/error-catalogue.ts';

/** What a `refine` says of a value that has a code of its own in the catalogue; others are invalid parameters. */
export const ruled = (error: ErrorName, sentence: string) => ({ error: sentence, params: { error } });
