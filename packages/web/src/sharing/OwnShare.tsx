import type { Share } from '@northlight/contract';
import { Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { ask } from '../app/confirm-store.ts';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, createMutation } from '../kit/api/index.ts';
import { formatTime } from '../kit/format/index.ts';
import { Card } from '../kit/page/index.ts';
import { PATHS } from '../paths.ts';
import { Facts } from '../ui/Facts.tsx';
import { ExtensionButton } from './ExtensionButton.tsx';
import { formatRightLabel } from './share-labels.ts';

/** Shows the account's own share of another owner's project. */
export function OwnShare({ share }: { readonly share: Share | undefined }) {
  const project = useProject();
  const navigate = useNavigate();
  const leave = useMutation({
    ...createMutation('shareLeave'),
    onSuccess: async () => {
      toast.done(`You left ${project.name}.`);
      await navigate({ to: PATHS.projects, search: {} });
      await awaitRefetch();
    },
    onError: (error) => toast.error(error),
  });
  if (!share) return null;
  const confirmLeave = () =>
    ask({
      title: `Leave ${project.name}?`,
      body: 'You lose access immediately. Only the owner can share the project with you again.',
      confirm: 'Leave project',
      danger: true,
      onConfirm: () => leave.mutate({ params: { projectId: project.id } }),
    });
  return (
    <Card title="Your share">
      <Facts
        items={[
          { label: 'Owner', value: project.owner ?? '' },
          { label: 'Permission', value: formatRightLabel(share) },
          {
            label: 'Expires',
            value: share.expiresAt === undefined ? 'Never' : formatTime(share.expiresAt, project.timeZone),
          },
        ]}
      />
      <Group gap={8} mt="md">
        <ExtensionButton share={share} />
        <Button variant="default" onClick={confirmLeave}>
          Leave project
        </Button>
      </Group>
    </Card>
  );
}
