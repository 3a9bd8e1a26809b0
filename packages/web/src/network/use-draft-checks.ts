import { useEffect, useState } from 'react';

type Checks = (typeof import('./draft-checks.ts'))['draftChecks'];

/** What describes and checks edits; undefined until something is edited, and for a moment after. */
export function useDraftChecks(edited: boolean): Checks | undefined {
  const [checks, setChecks] = useState<Checks>();
  useEffect(() => {
    if (edited && !checks) void import('./draft-checks.ts').then(({ draftChecks }) => setChecks(draftChecks));
  }, [checks, edited]);
  return edited ? checks : undefined;
}
