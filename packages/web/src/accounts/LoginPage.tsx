import { Anchor, Button, Checkbox, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { accountName } from '@northlight/contract';
import { useState } from 'react';
import { sentenceOf } from '../kit/api/api-error.ts';
import { call } from '../kit/api/call.ts';
import { fieldError, FormFoot, useApiForm } from '../kit/form/index.ts';
import { DOOR_PATHS } from '../paths.ts';
import { AuthFrame } from './AuthFrame.tsx';
import classes from './accounts.module.css';
import { enterConsole } from './enter.ts';
import { type SignInOptions, useSignInOptions } from './use-sign-in-options.ts';

/** Signs in, and goes back to the address that asked for it. */
export function LoginPage() {
  const options = useSignInOptions();
  const { form, problem, busy, onSubmit } = useApiForm({
    initialValues: { account: '', password: '', remember: false },
    validate: ({ account, password }) => ({
      ...fieldError('account', accountName, account),
      ...(password === '' ? { password: 'Enter your password.' } : {}),
    }),
    onSubmit: async (values) => {
      await call('signIn', { body: values });
      enterConsole();
    },
  });
  return (
    <AuthFrame
      title="Sign in"
      foot={
        <>
          New here?{' '}
          <Anchor href={DOOR_PATHS.signUp} fw={550}>
            Sign up
          </Anchor>
        </>
      }
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="sm">
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            autoFocus
            {...form.getInputProps('account')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <div className={classes['row']}>
            <Checkbox
              size="xs"
              label="Remember me"
              {...form.getInputProps('remember', { type: 'checkbox' })}
            />
            <Anchor href={DOOR_PATHS.resetPassword} size="sm">
              Forgot the password?
            </Anchor>
          </div>
        </Stack>
        <FormFoot wide problem={problem} submit="Sign in" busy={busy} />
      </form>
      {options && <DemoEntry demo={options.demo} />}
    </AuthFrame>
  );
}

function DemoEntry({ demo }: Pick<SignInOptions, 'demo'>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const open = async () => {
    setBusy(true);
    try {
      await call('demoSignIn', {});
      enterConsole();
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div className={classes['or']}>or</div>
      <Button fullWidth variant="default" loading={busy} disabled={!demo.enabled} onClick={() => void open()}>
        Live demo
      </Button>
      <Text size="xs" c="dimmed" mt={6} ta="center">
        {demo.enabled ? 'Simulated sites, alive, reading only. No account needed.' : demo.reason}
      </Text>
      {problem && (
        <Text size="sm" c="var(--st-err)" mt="xs" role="alert">
          {problem}
        </Text>
      )}
    </>
  );
}
