import { type AlarmNotifications, type Permission, WEBHOOKS_MAX } from '@northlight/contract';
import { Group, Radio } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { PageLoading } from '../app/PageLoading.tsx';
import { toast } from '../app/toast.ts';
import { createMutation, createQuery } from '../kit/api/index.ts';
import { GatedButton, deny, formatReason } from '../kit/controls/GatedButton.tsx';
import { Card, LoadFailed, Page } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { Notice } from '../ui/Notice.tsx';
import classes from './alarms.module.css';
import { WebhookDialog } from './WebhookDialog.tsx';
import { Webhooks } from './Webhooks.tsx';

const NO_ADDRESS = 'Your account has no e-mail address. Enter one in your profile.';
const FULL = `Limit of ${WEBHOOKS_MAX} webhooks reached. Remove one first.`;

export function NotificationsTab({ tools }: { readonly tools: ReactNode }) {
  const { can } = useProject();
  return (
    <Page title="Alarm" note="Notifications" actions={tools}>
      {can.write.allowed ? <Notifications /> : <Notice tone="plain">{formatReason(can.write)}</Notice>}
    </Page>
  );
}

function Notifications() {
  const { id: projectId } = useProject();
  const found = useQuery(createQuery('alarmNotificationsGet', { params: { projectId } }));
  if (found.error && !found.data)
    return <LoadFailed error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageLoading />;
  return (
    <div className={classes['cards']}>
      <EmailCard notifications={found.data} />
      <WebhooksCard notifications={found.data} />
    </div>
  );
}

const MAIL_CHOICES = ['critical', 'all', 'off'] as const;
type MailChoice = (typeof MAIL_CHOICES)[number];
const CHOICES = {
  critical: { label: 'Critical alarms', body: { on: true, criticalOnly: true } },
  all: { label: 'All alarms', body: { on: true, criticalOnly: false } },
  off: { label: 'Off', body: { on: false, criticalOnly: false } },
} as const;

function getChoice({
  criticalOnly = false,
  on,
}: {
  on: boolean;
  criticalOnly?: boolean | undefined;
}): MailChoice {
  if (!on) return 'off';
  return criticalOnly ? 'critical' : 'all';
}

interface NotificationsProps {
  readonly notifications: AlarmNotifications;
}

function EmailCard({ notifications: { can, mail, recipients } }: NotificationsProps) {
  const { id: projectId } = useProject();
  const client = useQueryClient();
  const set = useMutation({
    ...createMutation('alarmMailSet'),
    onSettled: () => client.invalidateQueries({ queryKey: ['alarmNotificationsGet'] }),
    onError: (error) => toast.error(error),
  });
  const permission: Permission = mail.address === undefined ? deny(NO_ADDRESS) : can.mail;
  const others = recipients.filter((address) => address !== mail.address);
  return (
    <Card title="E-mail">
      <Radio.Group
        label="E-mail me"
        description={permission.allowed ? mail.address : formatReason(permission)}
        value={getChoice(set.isPending ? set.variables.body : mail)}
        onChange={(value) => set.mutate({ params: { projectId }, body: CHOICES[value].body })}
      >
        <Group mt={8} gap={18}>
          {MAIL_CHOICES.map((value) => (
            <Radio
              key={value}
              value={value}
              label={CHOICES[value].label}
              disabled={!permission.allowed && value !== 'off'}
            />
          ))}
        </Group>
      </Radio.Group>
      <p className={classes['note']}>
        {others.length === 0
          ? 'No other recipients. Owners receive critical alarms by default. Editors receive alarms after they choose them here.'
          : `Also notified: ${others.join(', ')}.`}
      </p>
    </Card>
  );
}

function WebhooksCard({ notifications: { can, webhooks } }: NotificationsProps) {
  const { search, set } = useUrlState();
  const close = useCallback(() => set({ dialog: undefined }), [set]);
  const full = webhooks.length >= WEBHOOKS_MAX;
  return (
    <Card
      title="Webhooks"
      aside={
        <GatedButton
          can={can.webhooks.allowed && full ? deny(FULL) : can.webhooks}
          onClick={() => set({ dialog: 'webhook' })}
        >
          Add webhook
        </GatedButton>
      }
    >
      <Webhooks webhooks={webhooks} can={can.webhooks} />
      {search.dialog === 'webhook' && can.webhooks.allowed && <WebhookDialog onClose={close} />}
    </Card>
  );
}
