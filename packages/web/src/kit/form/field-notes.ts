import { createContext } from 'react';

/**
 * Notes about initial values by field. Forms below this context show a note at its field until the user edits
 * it.
 */
export const FieldNotes = createContext<Readonly<Record<string, string>>>({});
