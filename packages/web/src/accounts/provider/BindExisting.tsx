import { PasswordInput, Stack, TextInput } from '@mantine/core';
import type { SignInAnswer } from '@northlight/contract';
import { call } from '../../kit/api/call.ts';
import { FormFoot, useApiForm } from '../../kit/form/index.ts';
import { findAccountError, parseAccountInput, type AccountOptions } from '../account-input.ts';

interface BindExistingProps {
  readonly flowId: string;
  readonly options: AccountOptions | undefined;
  readonly onAnswer: (answer: SignInAnswer) => void;
}

export function BindExisting({ flowId, options, onAnswer }: BindExistingProps) {
  const { form, problem, busy, onSubmit } = useApiForm({
    initialValues: { account: '', password: '' },
    validate: ({ account, password }) => ({
      ...findAccountError(account, options),
      ...(password === '' ? { password: 'Enter your password.' } : {}),
    }),
    onSubmit: async ({ account, password }) => {
      const body = { flowId, account: parseAccountInput(account, options), password };
      onAnswer(await call('bindExisting', { body }));
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="E-mail or mobile number"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
          {...form.getInputProps('account')}
        />
        <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
      </Stack>
      <FormFoot wide problem={problem} submit="Connect and sign in" busy={busy} />
    </form>
  );
}
