import { lazy, Suspense } from 'react';

const Notices = lazy(async () => ({ default: (await import('./ReceivedNotices.tsx')).ReceivedNotices }));

/** Notices about offered transfers and expired shares, loaded after the page. */
export function ReceivedNotices() {
  return (
    <Suspense>
      <Notices />
    </Suspense>
  );
}
