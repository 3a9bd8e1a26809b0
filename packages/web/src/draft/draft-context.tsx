import { createContext, type ReactNode, use } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { PageLoading } from '../app/PageLoading.tsx';
import { ReadOnlyScope } from '../kit/form/read-only.tsx';
import { LoadFailed } from '../kit/page/index.ts';
import { type OpenDraft, useProjectDraft } from './use-project-draft.ts';

const DraftContext = createContext<OpenDraft | undefined>(undefined);

export function useNetworkDraft(): OpenDraft {
  const draft = use(DraftContext);
  if (!draft) throw new Error('useNetworkDraft works inside NetworkDraftProvider only.');
  return draft;
}

interface NetworkDraftProviderProps {
  readonly children: ReactNode;
  /** Is shown until the draft is loaded; by default the placeholder of a page. */
  readonly loading?: ReactNode;
}

/** Provides the draft of the project. Without permission to configure, all forms inside are read-only. */
export function NetworkDraftProvider({ children, loading = <PageLoading /> }: NetworkDraftProviderProps) {
  const { id } = useProject();
  const { draft, error, retry } = useProjectDraft(id);
  if (!draft) return error ? <LoadFailed error={error} onRetry={retry} /> : loading;
  return (
    <ReadOnlyScope can={draft.can}>
      <DraftContext value={draft}>{children}</DraftContext>
    </ReadOnlyScope>
  );
}
