import { useProject } from '../app/shell-context.tsx';
import { useUrlState } from '../kit/url-state.ts';
import { NetworkDraftProvider } from './draft-context.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';

/** The review of the draft, and the choice between own changes and those of others. */
export function DraftDialogs() {
  const project = useProject();
  const { search, set } = useUrlState();
  const close = () => set({ dialog: undefined });
  return (
    <NetworkDraftProvider key={project.id} loading={null}>
      {search.dialog === 'merge' ? <MergeDialog onClose={close} /> : <ReviewDialog onClose={close} />}
    </NetworkDraftProvider>
  );
}
