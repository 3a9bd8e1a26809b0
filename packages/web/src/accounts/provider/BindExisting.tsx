import { PasswordInput, Stack, TextInput } from '@mantine/core';
import type { SignInAnswer } from '@northlight/contract';
import { call } from '../../kit/api/call.ts';
import { Form, useApiForm } from '../../kit/form/index.ts';
import { findAccountError, parseAccountInput, type AccountOptions } from '../account-input.ts';

interface BindExistingProps {
  readonly flowId: string;
  readonly options: AccountOptions | undefined;
  readonly onAnswer: (answer: SignInAnswer) => void;
}

export function BindExisting({ flowId, options, onAnswer }: BindExistingProps) {
  const { form, ...state } = useApiForm({
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
    <Form {...state} wide submit="Connect and sign in">
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
    </Form>
  );
}
