import type { Job } from '@northlight/contract';
import { Button } from '@mantine/core';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, call } from '../kit/api/index.ts';

/** Button that cancels unsent rows or retries failed ones; renders nothing without such rows. */
export function JobActions({ job }: { readonly job: Job }) {
  const project = useProject();
  const params = { projectId: project.id, jobId: job.id };
  const runAction = async (run: () => Promise<Job>): Promise<void> => {
    try {
      await run();
      await awaitRefetch();
    } catch (error) {
      toast.error(error);
    }
  };
  if (job.can.cancel.allowed)
    return (
      <Button
        size="compact-xs"
        variant="default"
        // Keeps the label whole beside a long title.
        flex="none"
        onClick={() => void runAction(() => call('jobCancel', { params }))}
      >
        Cancel remaining devices
      </Button>
    );
  if (job.state !== 'running' && job.can.retry.allowed)
    return (
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => void runAction(() => call('jobRetry', { params }))}
      >
        Retry failed devices
      </Button>
    );
  return null;
}
