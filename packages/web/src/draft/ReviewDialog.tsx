import type { ConfigReview, Job } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useProject } from '../app/shell-context.tsx';
import { ReviewBody, ReviewFoot, ReviewModal, useBrokenPaths } from '../review/index.ts';
import {
  ApiError,
  awaitRefetch,
  call,
  createMutation,
  createQuery,
  toErrorSentence,
} from '../kit/api/index.ts';
import { formatPlural } from '../kit/format/index.ts';
import { useNetworkDraft } from './draft-context.tsx';
import { toStagedConfig } from './project-draft.ts';
import { revertChange } from './staged-lists.ts';
import { Notice } from '../ui/Notice.tsx';

const REAPPLY_HINT = 'Go back and reapply your changes to the newer configuration.';

/**
 * Review of the draft: each change, affected devices and clients, and consequences. After the apply, it shows
 * the answer of every device.
 */
export function ReviewDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <ReviewModal title="Review changes" onClose={onClose}>
      {(onApplied) => <Review onApplied={onApplied} onClose={onClose} />}
    </ReviewModal>
  );
}

interface ReviewProps {
  readonly onApplied: (job: Job) => void;
  readonly onClose: () => void;
}

function Review({ onApplied, onClose }: ReviewProps) {
  const project = useProject();
  const client = useQueryClient();
  const draft = useNetworkDraft();
  const input = {
    params: { projectId: project.id },
    body: toStagedConfig(draft),
  };
  const review = useQuery({
    queryKey: ['networkConfigReview', input],
    queryFn: ({ signal }) => call('networkConfigReview', input, { signal }),
    gcTime: 0,
    staleTime: Infinity,
  });
  const apply = useMutation({
    ...createMutation('networkConfigApply'),
    meta: { busy: 'saving' },
    onSuccess: async (answer) => {
      onApplied(answer.job);
      // Removes the draft from the cache, because the server deletes it when it is applied.
      client.setQueryData(createQuery('networkDraftGet', { params: { projectId: project.id } }).queryKey, {});
      await awaitRefetch();
    },
  });
  const { blocked, confirmName, isDangerous, notices } = useBrokenPaths(review.data?.broken ?? []);
  const [unready, ...others] = review.data?.refused ?? [];
  const refusal = review.error ?? apply.error;
  if (draft.changes.length === 0) return <p>There are no staged changes.</p>;
  return (
    <>
      {refusal && <Refusal error={refusal} />}
      {!refusal && draft.conflict && (
        <Notice tone="warning" title="The configuration was changed in the meantime">
          {REAPPLY_HINT}
        </Notice>
      )}
      {unready && <Unready devices={[unready, ...others]} />}
      {!review.data && !review.error && <Skeleton height={180} />}
      {review.data && (
        <ReviewBody review={review.data} onRevert={(item) => draft.stage(revertChange(draft, item))}>
          {notices}
        </ReviewBody>
      )}
      <ReviewFoot
        changes={draft.conflict ? undefined : review.data?.changes.length}
        blocked={unready ? `${unready.name}: ${unready.reason}` : blocked}
        isDangerous={isDangerous}
        isRisky={(review.data?.warnings ?? []).length > 0}
        busy={apply.isPending}
        onApply={() => apply.mutate({ ...input, body: { ...input.body, confirmName } })}
        onBack={onClose}
      />
    </>
  );
}

/** Lists the devices that would refuse their settings now; the other changes can be applied without them. */
function Unready({ devices }: { readonly devices: NonNullable<ConfigReview['refused']> }) {
  return (
    <Notice
      tone="error"
      title={`${formatPlural(devices.length, 'device')} cannot take ${devices.length === 1 ? 'its' : 'their'} settings now`}
    >
      <ul>
        {devices.map(({ id, name, reason }) => (
          <li key={id}>
            {name}: {reason}
          </li>
        ))}
      </ul>
      Wait, or revert the changes of {devices.length === 1 ? 'this device' : 'these devices'} below to apply
      the others.
    </Notice>
  );
}

function Refusal({ error }: { readonly error: unknown }) {
  const fields = error instanceof ApiError ? Object.values(error.fields ?? {}) : [];
  const draft = useNetworkDraft();
  return (
    <Notice tone="error" title={toErrorSentence(error)}>
      {fields.length > 0 && (
        <ul>
          {fields.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {draft.conflict && REAPPLY_HINT}
    </Notice>
  );
}
