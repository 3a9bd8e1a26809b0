import { lazy, Suspense } from 'react';

const ReceivedNotices = lazy(async () => ({
  default: (await import('./ReceivedNotices.tsx')).ReceivedNotices,
}));

/** Loads the notices about offered transfers and expired shares after the page. */
export function LazyReceivedNotices() {
  return (
    <Suspense>
      <ReceivedNotices />
    </Suspense>
  );
}
