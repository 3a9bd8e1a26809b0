import type { ErrorName } from '../kit/error-catalogue.ts';

/** Returns the options of a `refine` whose refusal has a catalogue code; without them it is invalidParameters. */
export const ruled = (error: ErrorName, sentence: string) => ({ error: sentence, params: { error } });
