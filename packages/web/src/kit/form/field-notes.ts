import { createContext } from 'react';

/** Remarks about initial values by field; forms inside show them on the field until it is edited. */
export const FieldNotes = createContext<Readonly<Record<string, string>>>({});
