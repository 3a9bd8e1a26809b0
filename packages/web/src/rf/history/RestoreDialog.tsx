import type { RfRun } from '@northlight/contract';
import { useProject } from '../../app/shell-context.tsx';
import { call } from '../../kit/api/index.ts';
import { ProposalDialog } from '../../review/index.ts';

interface RestoreDialogProps {
  readonly run: RfRun;
  readonly onClose: () => void;
}

/** Reviews the return to the channels before an applied plan, and applies it. */
export function RestoreDialog({ onClose, run }: RestoreDialogProps) {
  const { id: projectId } = useProject();
  const params = { projectId, runId: run.id };
  return (
    <ProposalDialog
      title="Restore the channels before this plan"
      note="Radios that were changed since then keep their channels."
      reviewKey={['rfRestoreReview', params]}
      loadReview={(signal) => call('rfRestoreReview', { params }, { signal })}
      apply={async (confirmName) => {
        const { job } = await call('rfPlanRestore', { params, body: { confirmName } });
        return job;
      }}
      onClose={onClose}
    />
  );
}
