import type { Transfer } from '@northlight/contract';
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, createMutation } from '../kit/api/index.ts';
import { formatTime } from '../kit/format/index.ts';
import { Notice } from '../ui/Notice.tsx';

/** Notice about an open or expired transfer offer, with the button to withdraw it. */
export function OpenTransfer({ transfer }: { readonly transfer: Transfer }) {
  const { id: projectId, timeZone } = useProject();
  const cancel = useMutation({
    ...createMutation('transferCancel'),
    onSuccess: () => toast.done('Offer withdrawn.'),
    onSettled: awaitRefetch,
    onError: (error) => toast.error(error),
  });
  const expired = transfer.state === 'expired';
  return (
    <Notice tone="plain" title={expired ? 'Transfer offer expired' : 'Transfer offered'}>
      <Group justify="space-between">
        <span>
          {transfer.to} {expired ? 'did not answer by' : 'can accept until'}{' '}
          {formatTime(transfer.expiresAt, timeZone)}.
        </span>
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ params: { projectId } })}
        >
          Withdraw offer
        </Button>
      </Group>
    </Notice>
  );
}
