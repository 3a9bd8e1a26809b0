import { lazy } from 'react';

/** Number of staged changes of the network, in a chunk of its own, because every page loads it. */
export const DraftCounter = lazy(async () => ({
  default: (await import('./DraftCounter.tsx')).DraftCounter,
}));
