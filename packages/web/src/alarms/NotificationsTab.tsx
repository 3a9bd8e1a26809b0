import {
  ALARM_KINDS,
  type AlarmNotifications,
  type AlarmRule,
  ERRORS,
  type Permission,
  WEBHOOKS_MAX,
} from '@northlight/contract';
import { Radio, TextInput } from '@mantine/core';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { PageLoading } from '../app/PageLoading.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, createMutation, createQuery, call } from '../kit/api/index.ts';
import { GatedButton, deny, formatReason } from '../kit/controls/GatedButton.tsx';
import { ABSENT, Age, formatPlural } from '../kit/format/index.ts';
import { Card, LoadFailed, Page } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { PATHS } from '../paths.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { Notice } from '../ui/Notice.tsx';
import { formatDeliveryLabel } from './alarm-labels.ts';
import classes from './alarms.module.css';
import { Webhooks } from './Webhooks.tsx';
import { FormDialog } from '../app/dialog/FormDialog.tsx';
import { SecretDialog } from '../app/dialog/OneTimeSecret.tsx';
import { useApiForm } from '../kit/form/index.ts';

const NO_ADDRESS = 'Your account has no e-mail address. Enter one in your profile.';
const RECENT_MAX = 5;
const SENT = 'A notification is sent after an alarm has lasted 1 min, and again when it clears.';
const FULL = `Limit of ${WEBHOOKS_MAX} webhooks reached. Remove one first.`;

export function NotificationsTab({ tools }: { readonly tools: ReactNode }) {
  const { can } = useProject();
  return (
    <Page title="Alarm" tools={tools}>
      {can.write.allowed ? (
        <Notifications />
      ) : (
        <section className="panel padded" aria-label="Notifications">
          <EmptyNote icon={<IconSend size={40} stroke={1.4} />} title="Alarms by e-mail and webhook">
            {SENT} {describeDenial(can.write)}
          </EmptyNote>
        </section>
      )}
    </Page>
  );
}

function Notifications() {
  const { id: projectId } = useProject();
  const found = useQuery(createQuery('alarmNotificationsGet', { params: { projectId } }));
  if (found.error && !found.data)
    return <LoadFailed error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageLoading />;
  const { can } = found.data;
  const isClosed = !can.mail.allowed && !can.webhooks.allowed;
  return (
    <>
      <p className="mut">{SENT}</p>
      {!can.webhooks.allowed && isClosed && (
        <Notice tone="plain" title="This project sends no notifications">
          {describeDenial(can.webhooks)}
        </Notice>
      )}
      <div className={`grid gap-12 ${classes['cards']}`}>
        <EmailCard notifications={found.data} isClosed={isClosed} />
        <div className="grid gap-12">
          <WebhooksCard notifications={found.data} />
          {!isClosed && <RecentDeliveries />}
        </div>
      </div>
    </>
  );
}

const MAIL_CHOICES = ['critical', 'all', 'off'] as const;
type MailChoice = (typeof MAIL_CHOICES)[number];
const CHOICES = {
  critical: { label: 'Critical alarms', body: { on: true, criticalOnly: true } },
  all: { label: 'All alarms', body: { on: true, criticalOnly: false } },
  off: { label: 'Off', body: { on: false, criticalOnly: false } },
} as const;

function describePermission(
  permission: Permission,
  address: string | undefined,
  isClosed: boolean,
): string | undefined {
  if (permission.allowed) return `To ${address}`;
  return isClosed && address !== undefined ? undefined : formatReason(permission);
}

/** Explains why the project sends nothing. The message of the catalogue about a demo project concerns an operation. */
const describeDenial = (denied: Extract<Permission, { allowed: false }>): string =>
  denied.code === ERRORS.demoProject.code
    ? 'Demo projects send no e-mails and call no webhooks.'
    : formatReason(denied);

/** Describes a choice by the number of rules that it covers; the rules are undefined while they load. */
function describeChoice(choice: MailChoice, rules: readonly AlarmRule[] | undefined): string {
  if (choice === 'off') return 'You receive no e-mails about this project';
  if (!rules) return ABSENT;
  const notifying = rules.filter(({ enabled, notify }) => enabled && notify);
  const covered = notifying.filter(
    ({ kind, severity }) => choice === 'all' || (severity ?? ALARM_KINDS[kind].severity) === 'critical',
  );
  return `${covered.length} of ${formatPlural(rules.length, 'alarm rule')}`;
}

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

interface EmailCardProps extends NotificationsProps {
  /** True if a notice on the page has the reason why the project sends no notifications. */
  readonly isClosed: boolean;
}

function EmailCard({ isClosed, notifications: { can, mail, recipients } }: EmailCardProps) {
  const { id: projectId } = useProject();
  const set = useMutation({
    ...createMutation('alarmMailSet'),
    onSettled: awaitRefetch,
    onError: (error) => toast.error(error),
  });
  const rules = useQuery(createQuery('alarmRulesGet', { params: { projectId } })).data?.items;
  const permission: Permission = mail.address === undefined ? deny(NO_ADDRESS) : can.mail;
  const others = recipients.filter((address) => address !== mail.address);
  return (
    <Card
      title="E-mail"
      aside={
        <Link to={PATHS.alarms} search={{ tab: 'rules' }} className="plain">
          Edit rules
        </Link>
      }
    >
      <Radio.Group
        label="E-mail me"
        description={describePermission(permission, mail.address, isClosed)}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        value={getChoice(set.isPending ? set.variables.body : mail)}
        onChange={(value) => set.mutate({ params: { projectId }, body: CHOICES[value].body })}
      >
        <div className="grid gap-12 above">
          {MAIL_CHOICES.map((value) => (
            <Radio
              key={value}
              value={value}
              label={CHOICES[value].label}
              description={describeChoice(value, rules)}
              disabled={!permission.allowed && value !== 'off'}
            />
          ))}
        </div>
      </Radio.Group>
      <div className={`ruled ${classes['others']}`}>
        <h3>Other recipients</h3>
        {others.length === 0 ? (
          <p className="mut below">
            None. Each user with write access turns their own e-mails on or off here.
          </p>
        ) : (
          <ul className="grid">
            {others.map((address) => (
              <li key={address}>{address}</li>
            ))}
          </ul>
        )}
      </div>
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

/** The last notifications of the project with their results. */
function RecentDeliveries() {
  const { id: projectId, timeZone } = useProject();
  const { data } = useQuery(
    createQuery('alarmDeliveryList', { params: { projectId }, query: { limit: RECENT_MAX } }),
  );
  if (!data) return null;
  return (
    <Card
      title="Recent deliveries"
      aside={
        data.items.length > 0 && (
          <Link to={PATHS.alarms} search={{ tab: 'deliveries' }} className="plain">
            Show all
          </Link>
        )
      }
    >
      {data.items.length === 0 && (
        <p className="mut">None yet. Sent e-mails and webhook calls appear here.</p>
      )}
      <ul className="entries">
        {data.items.map((delivery) => (
          <li key={delivery.id}>
            <span>
              {delivery.subject}
              <span className={`mut ${classes['about']}`}>to {delivery.target}</span>
            </span>
            <span className={delivery.state === 'failed' ? 'err' : 'mut'}>
              {formatDeliveryLabel(delivery)} · <Age at={delivery.createdAt} timeZone={timeZone} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Adds a webhook and shows its secret once. */
function WebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const { id: projectId } = useProject();
  const [secret, setSecret] = useState<string>();
  const { form, ...state } = useApiForm({
    initialValues: { url: '' },
    validate: ({ url }): Partial<Record<string, string>> =>
      URL.canParse(url) ? {} : { url: 'Enter an address that begins with https:// or http://.' },
    onSubmit: async ({ url }) => {
      const added = await call('alarmWebhookAdd', { params: { projectId }, body: { url } });
      await awaitRefetch();
      setSecret(added.secret);
    },
  });
  if (secret !== undefined)
    return (
      <SecretDialog title="Add webhook" noun="secret" secret={secret} onDone={onClose}>
        Each request has a header Northlight-Signature: t=SECONDS,v1=HEX. SECONDS is the Unix time of the
        request; HEX is the HMAC-SHA256 of SECONDS, a dot and the body, with this secret as the key.
      </SecretDialog>
    );
  return (
    <FormDialog {...state} title="Add webhook" submit="Add" onClose={onClose}>
      <TextInput
        label="URL"
        description="Northlight sends JSON to this address by POST and does not follow redirects."
        placeholder="https://example.com/alarms"
        data-autofocus
        {...form.getInputProps('url')}
      />
    </FormDialog>
  );
}
