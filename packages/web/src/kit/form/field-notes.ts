import { createContext } from 'react';

/** Field → what was said of the value that stands there; forms below show it on the field until that is edited. */
export const FieldNotes = createContext<Readonly<Record<string, string>>>({});
