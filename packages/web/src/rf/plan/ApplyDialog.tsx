import type { RfRunDetail } from '@northlight/contract';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { call } from '../../kit/api/index.ts';
import { ProposalDialog } from '../../review/index.ts';

interface ApplyDialogProps {
  readonly run: RfRunDetail;
  readonly when: 'now' | 'quiet-hour';
  readonly quietHour: string;
  readonly onClose: () => void;
}

/** Reviews the selected changes of a plan, and applies them now or at the quiet hour. */
export function ApplyDialog({ onClose, quietHour, run, when }: ApplyDialogProps) {
  const { id: projectId } = useProject();
  const params = { projectId, runId: run.id };
  const { revision } = run.selection;
  return (
    <ProposalDialog
      title={when === 'now' ? 'Apply the plan now' : `Apply the plan at ${quietHour}`}
      note={
        when === 'now'
          ? 'The access points change their channels in several steps.'
          : `The plan waits until ${quietHour}. It is checked again then, and you can cancel it until then.`
      }
      reviewKey={['rfPlanReview', params, revision]}
      loadReview={(signal) => call('rfPlanReview', { params }, { signal })}
      apply={async (confirmName) => {
        const { job } = await call('rfPlanApply', { params, body: { revision, when, confirmName } });
        if (!job) toast.done(`The plan is applied at ${quietHour}.`);
        return job;
      }}
      onClose={onClose}
    />
  );
}
