import type { Permission } from '@northlight/contract';
import { createContext } from 'react';
import type { Pins } from './use-pins.ts';
import type { Selection } from './use-selection.ts';

/** Changes of the shown plan. Cells read them here, so that the columns and with them the rows stay the same. */
export interface PlanEdit {
  readonly selection: Selection;
  readonly can: Permission;
  readonly pins: Pins;
}

export const PlanEditContext = createContext<PlanEdit | undefined>(undefined);
