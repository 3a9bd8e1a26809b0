import { useEffect, useState } from 'react';

export type DraftChecks = (typeof import('./draft-checks.ts'))['draftChecks'];

/**
 * Returns the functions that describe and check edits; undefined without edits and while the module loads.
 */
export function useDraftChecks(edited: boolean): DraftChecks | undefined {
  const [checks, setChecks] = useState<DraftChecks>();
  useEffect(() => {
    if (edited && !checks) void import('./draft-checks.ts').then(({ draftChecks }) => setChecks(draftChecks));
  }, [checks, edited]);
  return edited ? checks : undefined;
}
