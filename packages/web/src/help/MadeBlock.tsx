import { ErrorCodes } from './ErrorCodes.tsx';
import { Providers } from './Providers.tsx';
import { Rights } from './Rights.tsx';
import { SettingsTable } from './SettingsTable.tsx';
import { StatesTable } from './StatesTable.tsx';

/** Parts that are made from the tables by which the product itself goes, so that they cannot differ from it. */
export const MADE = {
  states: StatesTable,
  rights: Rights,
  providers: Providers,
  settings: SettingsTable,
  errors: ErrorCodes,
} as const;

const isMade = (name: string): name is keyof typeof MADE => name in MADE;

export function MadeBlock({ name }: { readonly name: string }) {
  if (!isMade(name)) return null;
  const Made = MADE[name];
  return <Made />;
}
