import { lazy } from 'react';

/** The window with the jobs is loaded after the page, because every page has it. */
export const JobWindowHost = lazy(async () => ({
  default: (await import('./JobWindowHost.tsx')).JobWindowHost,
}));
