import type { Job } from '@northlight/contract';
import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { POPUP_WIDTHS } from '../ui/constants.ts';
import { formatOutcomeTitle, jobWindow } from '../jobs/index.ts';
import { ReviewOutcome } from './ReviewParts.tsx';

interface ReviewModalProps {
  /** Title while the changes are not applied yet. */
  readonly title: string;
  readonly onClose: () => void;
  readonly children: (onApplied: (job: Job) => void) => ReactNode;
}

/**
 * Dialog that shows the steps of a review and then the answers of the devices. The window with the jobs shows them after
 * the dialog closes.
 */
export function ReviewModal({ title, onClose, children }: ReviewModalProps) {
  const project = useProject();
  const [job, setJob] = useState<Job>();
  const live = useQuery({
    ...createQuery('jobGet', { params: { projectId: project.id, jobId: job?.id ?? '' } }),
    enabled: job !== undefined,
  }).data;
  const jobId = job?.id;
  // Before the next paint, so that the window does not appear behind the dialog for a moment.
  useLayoutEffect(() => {
    jobWindow.omit(jobId);
    return () => jobWindow.omit(undefined);
  }, [jobId]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={job ? formatOutcomeTitle(live ?? job) : title}
      size={POPUP_WIDTHS.wide}
    >
      <Suspense fallback={<Skeleton height={180} />}>
        {job ? <ReviewOutcome job={live ?? job} onClose={onClose} /> : children(setJob)}
      </Suspense>
    </Modal>
  );
}
