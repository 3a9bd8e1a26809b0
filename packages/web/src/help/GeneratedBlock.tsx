import { ErrorCodes } from './ErrorCodes.tsx';
import { Providers } from './Providers.tsx';
import { Rights } from './Rights.tsx';
import { SettingsTable } from './SettingsTable.tsx';
import { StatesTable } from './StatesTable.tsx';

/** Parts of help pages that are generated from the product's own tables, by the name of their placeholder. */
export const GENERATED_BLOCKS = {
  states: StatesTable,
  rights: Rights,
  providers: Providers,
  settings: SettingsTable,
  errors: ErrorCodes,
} as const;

const isGenerated = (name: string): name is keyof typeof GENERATED_BLOCKS => name in GENERATED_BLOCKS;

export function GeneratedBlock({ name }: { readonly name: string }) {
  if (!isGenerated(name)) return null;
  const Generated = GENERATED_BLOCKS[name];
  return <Generated />;
}
