import { createContext, use } from 'react';

export const InMenuContext = createContext(false);

/** Returns true for an action in the menu that contains the secondary actions of a page on a phone. */
export const useIsInMenu = (): boolean => use(InMenuContext);
