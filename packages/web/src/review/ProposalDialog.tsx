import type { ConfigReview, Job } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { awaitRefetch, toErrorSentence } from '../kit/api/index.ts';
import { useBrokenPaths } from './BrokenPaths.tsx';
import { ReviewFoot } from './ReviewFoot.tsx';
import { ReviewModal } from './ReviewModal.tsx';
import { ReviewBody } from './ReviewParts.tsx';
import { Notice } from '../ui/Notice.tsx';

interface ProposalDialogProps {
  readonly title: string;
  /** Operation and subject of the review, by which it is kept while the dialog is open. */
  readonly reviewKey: readonly unknown[];
  readonly loadReview: (signal: AbortSignal) => Promise<ConfigReview>;
  /** Applies the changes; resolves with the job, or with nothing for changes that wait. */
  readonly apply: (confirmName: string) => Promise<Job | undefined>;
  readonly onClose: () => void;
  readonly note: string;
}

/** Reviews changes that the server proposes, applies them, and then shows the answers of the devices. */
export function ProposalDialog(props: ProposalDialogProps) {
  return (
    <ReviewModal title={props.title} onClose={props.onClose}>
      {(onApplied) => <Review {...props} onApplied={onApplied} />}
    </ReviewModal>
  );
}

function Review({
  apply,
  loadReview,
  note,
  onApplied,
  onClose,
  reviewKey,
}: ProposalDialogProps & { readonly onApplied: (job: Job) => void }) {
  const review = useQuery({
    queryKey: reviewKey,
    queryFn: ({ signal }) => loadReview(signal),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const { blocked, confirmName, isDangerous, notices } = useBrokenPaths(review.data?.broken ?? []);
  const change = useMutation({
    mutationFn: () => apply(confirmName),
    meta: { busy: 'saving' },
    onSuccess: async (job) => {
      if (job) onApplied(job);
      else onClose();
      await awaitRefetch();
    },
  });
  const refusal = review.error ?? change.error;
  return (
    <>
      <p className="mut below">{note}</p>
      {refusal && <Notice tone="error">{toErrorSentence(refusal)}</Notice>}
      {!review.data && !review.error && <Skeleton height={160} />}
      {review.data && <ReviewBody review={review.data}>{notices}</ReviewBody>}
      <ReviewFoot
        changes={review.data?.changes.length}
        blocked={blocked}
        isDangerous={isDangerous}
        busy={change.isPending}
        onApply={() => change.mutate()}
        onBack={onClose}
      />
    </>
  );
}
