import { Anchor, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { normalizeAccount, type SignInAnswer } from '@northlight/contract';
import { call } from '../kit/api/call.ts';
import { Form, useApiForm } from '../kit/form/index.ts';
import { localState } from '../kit/local-state/index.ts';
import { findAccountError, parseAccountInput, type AccountOptions } from './account-input.ts';
import { findSignInLink } from './sign-in-link.ts';

interface PasswordFormProps {
  readonly options: AccountOptions | undefined;
  readonly remember: boolean;
  readonly onRemember: (remember: boolean) => void;
  readonly onAnswer: (answer: SignInAnswer) => void;
}

/** Returns the account of the last session that expired; empty after signing out. */
function readLastAccount(): string {
  const last = localState.lastAccount()?.account ?? '';
  return normalizeAccount(last) ?? '';
}

export function PasswordForm({ options, remember, onRemember, onAnswer }: PasswordFormProps) {
  const { form, ...state } = useApiForm({
    initialValues: { account: readLastAccount(), password: '' },
    validate: ({ account, password }) => ({
      ...findAccountError(account, options),
      ...(password === '' ? { password: 'Enter your password.' } : {}),
    }),
    onSubmit: async ({ account, password }) => {
      const body = { account: parseAccountInput(account, options), password, remember };
      onAnswer(await call('signIn', { body }));
    },
  });
  return (
    <Form {...state} wide submit="Sign in">
      <Stack gap="sm">
        <TextInput
          label="E-mail or mobile number"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus={readLastAccount() === ''}
          {...form.getInputProps('account')}
        />
        <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
        <div className="row between">
          <Checkbox
            size="xs"
            label="Remember me"
            checked={remember}
            onChange={(event) => onRemember(event.currentTarget.checked)}
          />
          <Anchor href={findSignInLink('resetPassword')} size="xs">
            Forgot password?
          </Anchor>
        </div>
      </Stack>
    </Form>
  );
}
