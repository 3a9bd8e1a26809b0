import { ALLOWED } from '@northlight/contract';
import type { ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toast } from '../app/toast.ts';
import { awaitRefetch, createMutation } from '../kit/api/index.ts';
import { deny, GatedButton } from '../kit/controls/GatedButton.tsx';
import { formatPlural } from '../kit/format/index.ts';
import { PATHS } from '../paths.ts';

interface TakeOverButtonProps extends Pick<ButtonProps, 'size'> {
  /** Id of the real project. */
  readonly projectId: number;
  readonly sandboxId: number;
  /** Number of changes to take over. */
  readonly changes: number;
}

/** Takes the changes of a sandbox over as a draft, and opens the real project. */
export function TakeOverButton({ changes, projectId, sandboxId, size }: TakeOverButtonProps) {
  const navigate = useNavigate();
  const takeOver = useMutation({
    ...createMutation('sandboxTakeOver'),
    meta: { busy: 'saving' },
    onError: (error) => toast.error(error),
    onSuccess: async () => {
      await awaitRefetch();
      // A page with the bar of the draft.
      await navigate({ to: PATHS.vlan, search: { project: projectId } });
      toast.done('The changes are in your draft. Review and apply them.');
    },
  });
  return (
    <GatedButton
      can={changes === 0 ? deny('There are no changes yet.') : ALLOWED}
      loading={takeOver.isPending}
      {...(size !== undefined && { size })}
      onClick={() => takeOver.mutate({ params: { projectId, sandboxId } })}
    >
      {changes === 0 ? 'Take changes over' : `Take ${formatPlural(changes, 'change')} over`}
    </GatedButton>
  );
}
