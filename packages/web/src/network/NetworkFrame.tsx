import type { ReactNode } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { NetworkDraftProvider, StagedBar } from '../draft/index.ts';
import { EditorsNote } from './EditorsNote.tsx';

/** Provides the draft to its pages and shows the bar of staged changes. */
export function NetworkFrame({ children }: { readonly children: ReactNode }) {
  const project = useProject();
  return (
    <NetworkDraftProvider key={project.id}>
      {children}
      <EditorsNote />
      <StagedBar />
    </NetworkDraftProvider>
  );
}
