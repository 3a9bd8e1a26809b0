import { Anchor, Button, Checkbox, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { accountName, type Session } from '@northlight/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { beginSession } from '../app/session.ts';
import { call, q, sentenceOf } from '../kit/api/index.ts';
import { fieldError, FormFoot, useApiForm } from '../kit/form/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { PATHS } from '../paths.ts';
import { AuthFrame } from './AuthFrame.tsx';
import classes from './accounts.module.css';
import { returnAddress } from './return-address.ts';

/** Signs in, and goes back to the address that asked for it. */
export function LoginPage() {
  const client = useQueryClient();
  const router = useRouter();
  const { search } = useUrlState();
  const options = useQuery(q('signInOptions', {})).data;
  const enter = (session: Session) => {
    beginSession(client, session);
    router.history.push(returnAddress(search.return));
  };
  const { form, problem, busy, onSubmit } = useApiForm({
    initialValues: { account: '', password: '', remember: false },
    validate: ({ account, password }) => ({
      ...fieldError('account', accountName, account),
      ...(password === '' ? { password: 'Enter your password.' } : {}),
    }),
    onSubmit: async (values) => enter(await call('signIn', { body: values })),
  });
  return (
    <AuthFrame
      title="Sign in"
      foot={
        <>
          New here?{' '}
          <Anchor component={Link} to={PATHS.signUp} fw={550}>
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
            <Anchor component={Link} to={PATHS.resetPassword} size="sm">
              Forgot the password?
            </Anchor>
          </div>
        </Stack>
        <FormFoot wide problem={problem} submit="Sign in" busy={busy} />
      </form>
      {options && <DemoEntry demo={options.demo} onEnter={enter} />}
    </AuthFrame>
  );
}

interface DemoEntryProps {
  readonly demo: { readonly enabled: boolean; readonly reason?: string };
  readonly onEnter: (session: Session) => void;
}

function DemoEntry({ demo, onEnter }: DemoEntryProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const open = async () => {
    setBusy(true);
    try {
      onEnter(await call('demoSignIn', {}));
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
