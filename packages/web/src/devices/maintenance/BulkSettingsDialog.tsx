import type { BulkSettings, Job } from '@northlight/contract';
import { Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { awaitRefetch, call, createMutation, toErrorSentence } from '../../kit/api/index.ts';
import { formatPlural } from '../../kit/format/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ReviewBody, ReviewFoot, ReviewModal, useBrokenPaths } from '../../review/index.ts';
import type { MaintenanceDialogProps } from './MaintenanceDialogs.tsx';

/** `keep` leaves the setting of each device unchanged. */
type Choice = 'on' | 'off' | 'keep';

const FIELDS = [
  { key: 'enabled', label: 'Access ports', on: 'Enabled', off: 'Disabled' },
  { key: 'poe', label: 'PoE on access ports', on: 'On', off: 'Off' },
  { key: 'eee', label: 'Energy saving (EEE)', on: 'On', off: 'Off' },
  { key: 'stp', label: 'Spanning tree', on: 'On', off: 'Off' },
] as const;
type Field = (typeof FIELDS)[number]['key'];

const NO_CHANGES: Readonly<Record<Field, Choice>> = {
  enabled: 'keep',
  poe: 'keep',
  eee: 'keep',
  stp: 'keep',
};

function toBulkSettings(deviceIds: string[], choices: Readonly<Record<Field, Choice>>): BulkSettings {
  const { stp, ...ports } = choices;
  const named = Object.entries(ports).filter(([, choice]) => choice !== 'keep');
  return {
    deviceIds,
    ...(named.length > 0 && {
      ports: Object.fromEntries(named.map(([key, choice]) => [key, choice === 'on'])),
    }),
    ...(stp !== 'keep' && { spanningTree: { enabled: stp === 'on' } }),
  };
}

/**
 * Dialog that changes settings of several devices together. Settings that the user does not select stay
 * unchanged.
 */
export function BulkSettingsDialog({ devices, onClose }: MaintenanceDialogProps) {
  const [choices, setChoices] = useState(NO_CHANGES);
  const [reviewed, setReviewed] = useState<BulkSettings>();
  const hasChanges = Object.values(choices).some((choice) => choice !== 'keep');
  return (
    <ReviewModal title={`Edit ${formatPlural(devices.length, 'device')}`} onClose={onClose}>
      {(onApplied) =>
        reviewed ? (
          <BulkReview bulk={reviewed} onBack={() => setReviewed(undefined)} onApplied={onApplied} />
        ) : (
          <>
            <Stack gap="sm">
              {FIELDS.map(({ key, label, on, off }) => (
                <Group key={key} justify="space-between">
                  <Text size="sm">{label}</Text>
                  <SegmentedControl
                    size="xs"
                    aria-label={label}
                    value={choices[key]}
                    onChange={(value) => setChoices({ ...choices, [key]: value })}
                    data={[
                      { value: 'keep', label: 'No change' },
                      { value: 'on', label: on },
                      { value: 'off', label: off },
                    ]}
                  />
                </Group>
              ))}
            </Stack>
            <Group justify="flex-end" mt="lg" gap={8}>
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button
                disabled={!hasChanges}
                onClick={() =>
                  setReviewed(
                    toBulkSettings(
                      devices.map(({ id }) => id),
                      choices,
                    ),
                  )
                }
              >
                Review changes
              </Button>
            </Group>
          </>
        )
      }
    </ReviewModal>
  );
}

interface BulkReviewProps {
  readonly bulk: BulkSettings;
  readonly onBack: () => void;
  readonly onApplied: (job: Job) => void;
}

function BulkReview({ bulk, onBack, onApplied }: BulkReviewProps) {
  const project = useProject();
  const input = { params: { projectId: project.id }, body: bulk };
  const review = useQuery({
    queryKey: ['deviceBulkReview', input],
    queryFn: ({ signal }) => call('deviceBulkReview', input, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const apply = useMutation({
    ...createMutation('deviceBulkApply'),
    meta: { busy: 'saving' },
    onSuccess: async (answer) => {
      onApplied(answer);
      await awaitRefetch();
    },
  });
  const { blocked, confirmName, isDangerous, notices } = useBrokenPaths(review.data?.broken ?? []);
  const refusal = review.error ?? apply.error;
  const { changes = [], refused = [] } = review.data ?? {};
  return (
    <>
      {refusal && <Notice tone="error">{toErrorSentence(refusal)}</Notice>}
      {!review.data && !review.error && <Skeleton height={160} />}
      {review.data && <ReviewBody review={review.data}>{notices}</ReviewBody>}
      {refused.length > 0 && (
        <Notice tone="plain" title={`${formatPlural(refused.length, 'device')} left out`}>
          <ul>
            {refused.map(({ id, name, reason }) => (
              <li key={id}>
                {name}: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <ReviewFoot
        changes={changes.length > 0 ? changes.length : undefined}
        blocked={blocked}
        isDangerous={isDangerous}
        busy={apply.isPending}
        onApply={() => apply.mutate({ ...input, body: { ...bulk, confirmName } })}
        onBack={onBack}
      />
    </>
  );
}
