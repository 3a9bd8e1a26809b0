import { lazy, Suspense } from 'react';

const Notices = lazy(async () => ({ default: (await import('./ReceivedNotices.tsx')).ReceivedNotices }));

/** Loads the notices about offered transfers and expired shares after the page. */
export function ReceivedNotices() {
  return (
    <Suspense>
      <Notices />
    </Suspense>
  );
}
