import type { Device, Job } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { call, createMutation, toErrorSentence } from '../../kit/api/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useBrokenPaths } from '../BrokenPaths.tsx';
import { ReviewFoot } from '../ReviewFoot.tsx';
import { ReviewModal } from '../ReviewModal.tsx';
import { ReviewBody } from '../ReviewParts.tsx';
import type { OwnSettings } from './use-settings.ts';

interface SettingsReviewProps {
  readonly device: Device;
  readonly own: OwnSettings;
  readonly onClose: () => void;
}

/** Reviews a device's staged settings, and then shows the device's answer. */
export function SettingsReview(props: SettingsReviewProps) {
  return (
    <ReviewModal title={`Review changes to ${props.device.name}`} onClose={props.onClose}>
      {(onApplied) => <Review {...props} onApplied={onApplied} />}
    </ReviewModal>
  );
}

function Review({
  device,
  own,
  onApplied,
  onClose,
}: SettingsReviewProps & { readonly onApplied: (job: Job) => void }) {
  const project = useProject();
  const client = useQueryClient();
  const [input] = useState({
    params: { projectId: project.id },
    body: { changes: [{ deviceId: device.id, baseVersion: own.baseVersion, settings: own.settings }] },
  });
  const review = useQuery({
    queryKey: ['deviceSettingsReview', input],
    queryFn: ({ signal }) => call('deviceSettingsReview', input, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const apply = useMutation({
    ...createMutation('deviceSettingsApply'),
    meta: { busy: 'saving' },
    onSuccess: async (answer) => {
      onApplied(answer);
      own.discard();
      await Promise.all(
        ['deviceSettingsGet', 'jobList'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
    },
    onError: () => client.invalidateQueries({ queryKey: ['deviceSettingsGet'] }),
  });
  const { blocked, confirmName, isDangerous, notices } = useBrokenPaths(review.data?.broken ?? []);
  const refusal = review.error ?? apply.error;
  return (
    <>
      {refusal && <Notice tone="error">{toErrorSentence(refusal)}</Notice>}
      {!review.data && !review.error && <Skeleton height={160} />}
      {review.data && <ReviewBody review={review.data}>{notices}</ReviewBody>}
      <ReviewFoot
        changes={own.conflicts.length > 0 ? undefined : review.data?.changes.length}
        blocked={blocked}
        isDangerous={isDangerous}
        busy={apply.isPending}
        onApply={() => apply.mutate({ ...input, body: { ...input.body, confirmName } })}
        onBack={onClose}
      />
    </>
  );
}
