import { RF_RUN_MINUTES, type RfRunDetail } from '@northlight/contract';
import { Progress } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, createMutation } from '../../kit/api/index.ts';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { formatDuration, useNow } from '../../kit/format/index.ts';
import { describeEffect, formatActor } from '../rf-texts.ts';
import { useRfSettings } from '../use-rf.ts';

/** Progress of a run, with the effect of the best plan so far. */
export function RunProgress({ run }: { readonly run: RfRunDetail }) {
  const { id: projectId } = useProject();
  const settings = useRfSettings().data;
  const now = useNow();
  const cancel = useMutation({
    ...createMutation('rfRunCancel'),
    onSuccess: awaitRefetch,
    onError: (error) => toast.error(error),
  });
  const elapsed = Math.max(0, (now - Date.parse(run.startedAt)) / 1000);
  return (
    <section className="column gap-8 panel padded" aria-label="Progress">
      <div className="row wrap between gap-8" data-reasons>
        <div>
          <h2>Planning channels</h2>
          <span className="mut">
            {run.percent} % · {formatDuration(elapsed)} of about {RF_RUN_MINUTES} min · started by{' '}
            {formatActor(run.startedBy)}
          </span>
        </div>
        <GatedButton
          variant="default"
          can={settings?.can.configure}
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ params: { projectId, runId: run.id } })}
        >
          Cancel
        </GatedButton>
      </div>
      <Progress size={6} value={run.percent} aria-label={`RF optimization: ${run.percent} percent`} />
      <span className="mut">
        {run.plan
          ? `Best plan so far: ${describeEffect(run.plan)}. Cancel to keep this plan.`
          : 'Nothing changes on the access points until you apply the plan.'}
      </span>
    </section>
  );
}
