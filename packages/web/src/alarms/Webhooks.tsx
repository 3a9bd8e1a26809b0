import type { AlarmWebhook, Permission } from '@northlight/contract';
import { Group, Table, VisuallyHidden } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../app/confirm-store.ts';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { createMutation } from '../kit/api/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import classes from './alarms.module.css';

interface WebhooksProps {
  readonly webhooks: readonly AlarmWebhook[];
  readonly can: Permission;
}

export function Webhooks({ can, webhooks }: WebhooksProps) {
  if (webhooks.length === 0)
    return (
      <p className={classes['note']}>
        A webhook receives signed JSON when an alarm is raised and when it clears. Its address must be on the
        internet.
      </p>
    );
  return (
    <ScrollBox label="Webhooks">
      <Table verticalSpacing={6} className={classes['table'] ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>URL</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} can={can} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

const formatState = ({ enabled, failingSince, note }: AlarmWebhook): string => {
  if (!enabled) return note ?? 'Off';
  return failingSince === undefined ? 'On' : 'On, failing';
};

function WebhookRow({ can, webhook }: { readonly webhook: AlarmWebhook; readonly can: Permission }) {
  const project = useProject();
  const client = useQueryClient();
  const common = {
    onSettled: () =>
      Promise.all(
        ['alarmNotificationsGet', 'alarmDeliveryList'].map((key) =>
          client.invalidateQueries({ queryKey: [key] }),
        ),
      ),
    onError: (error: Error) => toast.error(error),
  };
  const test = useMutation({
    ...createMutation('alarmWebhookTest'),
    ...common,
    onSuccess: () => toast.done('Test sent. See Deliveries for the result.'),
  });
  const change = useMutation({ ...createMutation('alarmWebhookChange'), ...common });
  const remove = useMutation({ ...createMutation('alarmWebhookRemove'), ...common });
  const params = { projectId: project.id, webhookId: webhook.id };
  const { enabled, url } = webhook;
  return (
    <Table.Tr>
      <Table.Td className={classes['url'] ?? ''}>{url}</Table.Td>
      <Table.Td>{formatState(webhook)}</Table.Td>
      <Table.Td>
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <GatedButton
            can={can}
            variant="default"
            aria-label={`Test ${url}`}
            onClick={() => test.mutate({ params })}
          >
            Test
          </GatedButton>
          <GatedButton
            can={can}
            variant="default"
            aria-label={`Turn ${enabled ? 'off' : 'on'} ${url}`}
            onClick={() => change.mutate({ params, body: { enabled: !enabled } })}
          >
            {enabled ? 'Turn off' : 'Turn on'}
          </GatedButton>
          <GatedButton
            can={can}
            variant="default"
            aria-label={`Remove ${url}`}
            onClick={() =>
              ask({
                title: 'Remove webhook?',
                body: `${url} no longer receives alarms, and queued notifications are dropped. Its secret is deleted.`,
                confirm: 'Remove',
                danger: true,
                onConfirm: () => remove.mutate({ params }),
              })
            }
          >
            Remove
          </GatedButton>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
