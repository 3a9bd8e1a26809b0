import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useProject } from '../app/current.tsx';
import { useUrlState } from '../kit/url-state.ts';
import { GatewayDraftProvider } from './draft-context.tsx';
import { StagedBar } from './StagedBar.tsx';

const ReviewDialog = lazy(async () => ({ default: (await import('./ReviewDialog.tsx')).ReviewDialog }));

/** Around the gateway's pages: one draft, and the bar that says what waits in it. */
export function GatewayLayout() {
  const project = useProject();
  const { search, set } = useUrlState();
  return (
    <GatewayDraftProvider key={project.id}>
      <Outlet />
      <StagedBar onReview={() => set({ dialog: 'review' })} />
      <Suspense>
        {search.dialog === 'review' && <ReviewDialog onClose={() => set({ dialog: undefined })} />}
      </Suspense>
    </GatewayDraftProvider>
  );
}
