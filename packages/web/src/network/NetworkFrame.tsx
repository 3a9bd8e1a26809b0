import { lazy, type ReactNode, Suspense } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { useUrlState } from '../kit/url-state.ts';
import { NetworkDraftProvider } from './draft-context.tsx';
import { EditorsNote } from './EditorsNote.tsx';
import { StagedBar } from './StagedBar.tsx';

const MergeDialog = lazy(async () => ({ default: (await import('./MergeDialog.tsx')).MergeDialog }));
const ReviewDialog = lazy(async () => ({ default: (await import('./ReviewDialog.tsx')).ReviewDialog }));

/** Provides the draft to its pages and shows the bar of staged changes with its dialogs. */
export function NetworkFrame({ children }: { readonly children: ReactNode }) {
  const project = useProject();
  const { search, set } = useUrlState();
  return (
    <NetworkDraftProvider key={project.id}>
      {children}
      <EditorsNote />
      <StagedBar onReview={() => set({ dialog: 'review' })} />
      <Suspense>
        {search.dialog === 'merge' && <MergeDialog onClose={() => set({ dialog: undefined })} />}
        {search.dialog === 'review' && <ReviewDialog onClose={() => set({ dialog: undefined })} />}
      </Suspense>
    </NetworkDraftProvider>
  );
}
