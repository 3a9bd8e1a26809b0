import type { AlarmWebhook, Permission } from '@northlight/contract';
import { Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../app/confirm-store.ts';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, createMutation } from '../kit/api/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { Age } from '../kit/format/index.ts';
import classes from './alarms.module.css';

interface WebhooksProps {
  readonly webhooks: readonly AlarmWebhook[];
  readonly can: Permission;
}

export function Webhooks({ can, webhooks }: WebhooksProps) {
  if (webhooks.length === 0)
    return (
      <>
        <p className="mut below">
          A webhook receives signed JSON when an alarm is raised and when it clears, for example in a chat or
          a ticket system.
        </p>
        <ol>
          <li>Add the address. It must be on the internet.</li>
          <li>Copy the secret with which your program checks the signature.</li>
          <li>Send a test. Its result is listed under Deliveries.</li>
        </ol>
      </>
    );
  return (
    <ul className="entries">
      {webhooks.map((webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} can={can} />
      ))}
    </ul>
  );
}

/** State of a webhook: on, off, or failing with the time since the first failure. */
function WebhookState({ enabled, failingSince, note }: AlarmWebhook) {
  const { timeZone } = useProject();
  if (!enabled) return <span className="mut">{note ?? 'Off'}</span>;
  if (failingSince === undefined) return <span className="ok">On</span>;
  return (
    <span className="err">
      On, failing for <Age at={failingSince} timeZone={timeZone} />
    </span>
  );
}

function WebhookRow({ can, webhook }: { readonly webhook: AlarmWebhook; readonly can: Permission }) {
  const project = useProject();
  const common = {
    onSettled: awaitRefetch,
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
    <li>
      <div className={`grid grow gap-2 ${classes['webhook']}`}>
        <span className="anywhere">{url}</span>
        <WebhookState {...webhook} />
      </div>
      <Group gap={6}>
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
    </li>
  );
}
