import type { ErrorName } from '../kit/error-catalogue.ts';

/**
 * Returns the options of a `refine` whose error has a catalogue code; without these options the code is that
 * of invalidParameters.
 */
export const ruled = (error: ErrorName, sentence: string) => ({ error: sentence, params: { error } });
