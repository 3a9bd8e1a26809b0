import type { Permission } from '@northlight/contract';
import { type ComponentType, createContext, type ReactNode, use } from 'react';

export interface PageActionProps {
  /** Permission from the server; absent for an action that everyone can use. */
  readonly can?: Permission;
  readonly disabled?: boolean;
  readonly loading?: boolean;
  /** Set in a group of which one choice is active. */
  readonly isChosen?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

/** Components of the menu of a page. The context passes them, so that a page without the menu does not load them. */
export interface MenuParts {
  readonly Item: ComponentType<PageActionProps>;
  readonly Label: ComponentType<{ readonly children: ReactNode }>;
}

export const MenuPartsContext = createContext<MenuParts | undefined>(undefined);

/** Returns the components of the menu around an action; undefined for an action outside a menu. */
export const useMenuParts = (): MenuParts | undefined => use(MenuPartsContext);
