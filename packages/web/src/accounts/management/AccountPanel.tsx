import { ACCOUNT_KINDS, ACCOUNT_ROLES, type ManagedAccount } from '@northlight/contract';
import { Button, Group, Select, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../app/confirm-store.ts';
import { SecretDialog } from '../../app/dialog/OneTimeSecret.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, createMutation } from '../../kit/api/index.ts';
import { formatPlural } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { Facts } from '../../ui/Facts.tsx';
import { SigningKey } from './SigningKey.tsx';
import { formatKindLabel, LEVEL_LABELS, toOptions, ROLE_LABELS, formatStateLabel } from './labels.ts';

export function AccountPanel({ account }: { readonly account: ManagedAccount }) {
  const [password, setPassword] = useState<string>();
  const callbacks = {
    onSettled: awaitRefetch,
    onError: (error: Error) => toast.error(error),
  };
  const params = { accountId: account.id };
  const update = useMutation({ ...createMutation('accountUpdate'), ...callbacks });
  const signOut = useMutation({
    ...createMutation('accountSignOut'),
    ...callbacks,
    onSuccess: ({ ended }) => toast.done(`${formatPlural(ended, 'session')} of ${account.account} ended.`),
  });
  const reset = useMutation({
    ...createMutation('accountPasswordReset'),
    ...callbacks,
    onSuccess: (made) => setPassword(made.password),
  });
  const admin = account.kind === ACCOUNT_KINDS.admin;
  return (
    <>
      <Section title="Account">
        <Facts
          items={[
            { label: 'Name', value: account.nickname },
            { label: 'Label in the account menu', value: account.label },
            { label: 'Account type', value: formatKindLabel(account) },
            { label: 'State', value: formatStateLabel(account) },
            { label: 'Two-factor authentication', value: account.secondFactor ? 'On' : 'Off' },
          ]}
        />
      </Section>
      <Section title="Role and level">
        <Stack gap="sm">
          <Select
            label="Role"
            data={toOptions(ROLE_LABELS)}
            allowDeselect={false}
            value={String(account.role)}
            onChange={(role) => role !== null && update.mutate({ params, body: { role: Number(role) } })}
          />
          <Select
            label="Level"
            description="Shown in the account menu; gives no permissions"
            data={toOptions(LEVEL_LABELS)}
            allowDeselect={false}
            value={String(account.level)}
            onChange={(level) => level !== null && update.mutate({ params, body: { level: Number(level) } })}
          />
          <Button
            variant="default"
            onClick={() =>
              update.mutate({ params, body: { kind: admin ? ACCOUNT_KINDS.guest : ACCOUNT_KINDS.admin } })
            }
          >
            {admin ? 'Remove administrator rights' : 'Make administrator'}
          </Button>
        </Stack>
      </Section>
      <Section title="Access">
        <Group gap={8}>
          <Button
            variant="default"
            onClick={() => update.mutate({ params, body: { disabled: !account.disabled } })}
          >
            {account.disabled ? 'Enable account' : 'Disable account'}
          </Button>
          <Button variant="default" onClick={() => signOut.mutate({ params })}>
            Sign out everywhere
          </Button>
          <Button
            variant="default"
            onClick={() =>
              ask({
                title: `Create a new password for ${account.account}?`,
                body: 'A one-time password is shown once. All sessions of the account are signed out. Two-factor authentication stays on.',
                confirm: 'Create password',
                onConfirm: () => reset.mutate({ params }),
              })
            }
          >
            Reset password
          </Button>
        </Group>
        {password !== undefined && (
          <SecretDialog
            title={`New password for ${account.account}`}
            noun="password"
            secret={password}
            onDone={() => setPassword(undefined)}
          >
            Ask the person to change it after signing in.
          </SecretDialog>
        )}
      </Section>
      {account.role === ACCOUNT_ROLES.thirdParty && <SigningKey account={account} />}
    </>
  );
}
