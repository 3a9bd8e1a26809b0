import type { Device, Job } from '@northlight/contract';
import { Button, Group, Modal, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../app/current.tsx';
import { call, mutation, q, sentenceOf } from '../../kit/api/index.ts';
import { plural } from '../../kit/format/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { outcomeTitle } from '../job-words.ts';
import { ReviewBody, ReviewOutcome } from '../ReviewParts.tsx';
import type { OwnSettings } from './use-settings.ts';

interface SettingsReviewProps {
  readonly device: Device;
  readonly own: OwnSettings;
  readonly onClose: () => void;
}

/** Setting, now, after and the cost; then what the device itself answers. */
export function SettingsReview({ device, own, onClose }: SettingsReviewProps) {
  const project = useProject();
  const [job, setJob] = useState<Job>();
  const live = useQuery({
    ...q('jobGet', { params: { projectId: project.id, jobId: job?.id ?? '' } }),
    enabled: job !== undefined,
  }).data;
  return (
    <Modal
      opened
      onClose={onClose}
      title={job ? outcomeTitle(live ?? job) : `Review changes of ${device.name}`}
      size={POPUP_WIDTHS.wide}
    >
      {job ? (
        <ReviewOutcome job={live ?? job} onClose={onClose} />
      ) : (
        <Review device={device} own={own} onApplied={setJob} onClose={onClose} />
      )}
    </Modal>
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
    ...mutation('deviceSettingsApply'),
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
  const refusal = review.error ?? apply.error;
  return (
    <>
      {refusal && <Notice tone="error">{sentenceOf(refusal)}</Notice>}
      {!review.data && !review.error && <Skeleton height={160} />}
      {review.data && <ReviewBody review={review.data} />}
      <Group justify="flex-end" mt="lg" gap={8}>
        <Button variant="default" onClick={onClose}>
          Back
        </Button>
        {review.data && !own.conflict && (
          <Button key="apply" loading={apply.isPending} onClick={() => apply.mutate(input)}>
            Apply {plural(review.data.changes.length, 'change')}
          </Button>
        )}
      </Group>
    </>
  );
}
