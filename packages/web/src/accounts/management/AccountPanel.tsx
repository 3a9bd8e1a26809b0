import { ACCOUNT_KINDS, ACCOUNT_ROLES, type ManagedAccount } from '@northlight/contract';
import { Button, Group, Select, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../app/confirm-store.ts';
import { toast } from '../../app/toast.ts';
import { mutation } from '../../kit/api/index.ts';
import { plural } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SigningKey } from './SigningKey.tsx';
import { kindWord, LEVEL_WORDS, optionsOf, ROLE_WORDS, stateWord } from './words.ts';

/** One account: what it is, and what the operator may do about it. */
export function AccountPanel({ account }: { readonly account: ManagedAccount }) {
  const client = useQueryClient();
  const [password, setPassword] = useState<string>();
  const settled = {
    onSettled: () => client.invalidateQueries({ queryKey: ['accountList'] }),
    onError: (error: Error) => toast.error(error),
  };
  const params = { accountId: account.id };
  const update = useMutation({ ...mutation('accountUpdate'), ...settled });
  const signOut = useMutation({
    ...mutation('accountSignOut'),
    ...settled,
    onSuccess: ({ ended }) => toast.done(`${plural(ended, 'session')} of ${account.account} ended.`),
  });
  const reset = useMutation({
    ...mutation('accountPasswordReset'),
    ...settled,
    onSuccess: (made) => setPassword(made.password),
  });
  const admin = account.kind === ACCOUNT_KINDS.admin;
  return (
    <>
      <Section title="Account">
        <Facts
          items={[
            { label: 'Name', value: account.nickname },
            { label: 'Shown as', value: account.label },
            { label: 'Kind', value: kindWord(account) },
            { label: 'State', value: stateWord(account) },
            { label: 'Second factor', value: account.secondFactor ? 'On' : 'Off' },
          ]}
        />
      </Section>
      <Section title="Role and level">
        <Stack gap="sm">
          <Select
            label="Role"
            data={optionsOf(ROLE_WORDS)}
            allowDeselect={false}
            value={String(account.role)}
            onChange={(role) => role !== null && update.mutate({ params, body: { role: Number(role) } })}
          />
          <Select
            label="Level"
            description="A word beside the name; it carries no rights"
            data={optionsOf(LEVEL_WORDS)}
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
            {admin ? 'Take the administration away' : 'Make an administrator'}
          </Button>
        </Stack>
      </Section>
      <Section title="Access">
        <Group gap={8}>
          <Button
            variant="default"
            onClick={() => update.mutate({ params, body: { disabled: !account.disabled } })}
          >
            {account.disabled ? 'Enable' : 'Disable'}
          </Button>
          <Button variant="default" onClick={() => signOut.mutate({ params })}>
            Sign out everywhere
          </Button>
          <Button
            variant="default"
            onClick={() =>
              ask({
                title: `New password for ${account.account}?`,
                body: 'A one-time password is shown to you this once. Its sessions end; its second factor stays.',
                confirm: 'Make a password',
                onConfirm: () => reset.mutate({ params }),
              })
            }
          >
            Reset the password
          </Button>
        </Group>
        {password !== undefined && (
          <Notice tone="warning" title="One-time password">
            <code>{password}</code> is shown this one time.
          </Notice>
        )}
      </Section>
      {account.role === ACCOUNT_ROLES.thirdParty && <SigningKey account={account} />}
    </>
  );
}
