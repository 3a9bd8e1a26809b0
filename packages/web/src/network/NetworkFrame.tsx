import { lazy, type ReactNode, Suspense } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { NetworkDraftProvider } from '../draft/index.ts';

// The first load of the pages is at its limit.
const NetworkFoot = lazy(async () => ({ default: (await import('./NetworkFoot.tsx')).NetworkFoot }));

/** Provides the draft to its pages and shows other editors and the bar of staged changes. */
export function NetworkFrame({ children }: { readonly children: ReactNode }) {
  const project = useProject();
  return (
    <NetworkDraftProvider key={project.id}>
      {children}
      <Suspense>
        <NetworkFoot />
      </Suspense>
    </NetworkDraftProvider>
  );
}
