import { lazy, Suspense } from 'react';
import { useUrlState } from '../kit/url-state.ts';

const DraftDialogs = lazy(async () => ({ default: (await import('./DraftDialogs.tsx')).DraftDialogs }));

/** Dialogs of a draft by the name that the address of a page has. */
const DIALOGS = new Set(['merge', 'review']);

/** Opens the dialogs of the project's draft on every page. */
export function DraftHost() {
  const { dialog } = useUrlState().search;
  if (dialog === undefined || !DIALOGS.has(dialog)) return null;
  return (
    <Suspense>
      <DraftDialogs />
    </Suspense>
  );
}
