import { lazy, Suspense } from 'react';

const Notices = lazy(async () => ({ default: (await import('./ReceivedNotices.tsx')).ReceivedNotices }));

/** Offers and expired shares, fetched after the page that they stand on. */
export function ReceivedNotices() {
  return (
    <Suspense>
      <Notices />
    </Suspense>
  );
}
