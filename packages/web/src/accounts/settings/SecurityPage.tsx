import { AccountPage } from './AccountPage.tsx';
import { ApiTokensCard } from './ApiTokensCard.tsx';
import { IdentitiesCard } from './IdentitiesCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import classes from './settings.module.css';
import { newPassword, PASSWORD_MIN } from '@northlight/contract';
import { PasswordInput, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from '../../app/toast.ts';
import { call, setCsrfToken } from '../../kit/api/index.ts';
import { Form, findFieldError, useApiForm } from '../../kit/form/index.ts';
import { Card } from '../../kit/page/index.ts';

export function SecurityPage() {
  return (
    <AccountPage title="Security">
      <div className={`grid gap-12 ${classes['columns']}`}>
        <div className="grid gap-12">
          <SessionsCard />
          <ApiTokensCard />
        </div>
        <div className="grid gap-12">
          <SecondFactorCard />
          <PasswordCard />
          <IdentitiesCard />
        </div>
      </div>
    </AccountPage>
  );
}

const EMPTY = { oldPassword: '', newPassword: '' };

/** Changes the password, which ends all other sessions and API tokens. */
function PasswordCard() {
  const client = useQueryClient();
  const { form, ...state } = useApiForm({
    initialValues: EMPTY,
    validate: (values) => ({
      ...(values.oldPassword === '' && { oldPassword: 'Enter your current password.' }),
      ...findFieldError('newPassword', newPassword, values.newPassword),
    }),
    onSubmit: async (body) => {
      const session = await call('passwordChange', { body });
      setCsrfToken(session.csrfToken);
      form.setValues(EMPTY);
      await client.invalidateQueries();
      toast.done('Password changed. All other sessions were signed out.');
    },
  });
  return (
    <Card title="Password">
      <Form {...state} submit="Change password">
        <Stack gap="md">
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('oldPassword')}
          />
          <PasswordInput
            label="New password"
            description={`At least ${PASSWORD_MIN} characters. A passphrase works well.`}
            autoComplete="new-password"
            {...form.getInputProps('newPassword')}
          />
        </Stack>
      </Form>
    </Card>
  );
}
