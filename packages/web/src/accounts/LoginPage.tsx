import {
  Anchor,
  SegmentedControl,
  Checkbox,
  PasswordInput,
  Stack,
  TextInput,
  Button,
  Text,
} from '@mantine/core';
import { type SignInAnswer, normalizeAccount } from '@northlight/contract';
import { lazy, Suspense, useEffect, useState } from 'react';
import { AuthFrame } from './AuthFrame.tsx';
import classes from './accounts.module.css';
import { DemoEntry } from './DemoEntry.tsx';
import { findSignInLink } from './sign-in-link.ts';
import { SignedOutNotice } from './SignedOutNotice.tsx';
import { watchSignInOfOtherTabs, openConsole, storeReturnAddress } from './open-console.ts';
import { useSignInOptions, type SignInOptions } from './use-sign-in-options.ts';
import { call } from '../kit/api/call.ts';
import { Form, useApiForm } from '../kit/form/index.ts';
import { localState } from '../kit/local-state/index.ts';
import { findAccountError, parseAccountInput, type AccountOptions } from './account-input.ts';
import { toErrorSentence } from '../kit/api/api-error.ts';

const SecondFactorStep = lazy(async () => ({
  default: (await import('./SecondFactorStep.tsx')).SecondFactorStep,
}));
const QrPane = lazy(async () => ({ default: (await import('./QrPane.tsx')).QrPane }));

const METHODS = [
  { value: 'password', label: 'With password' },
  { value: 'phone', label: 'With QR code' },
];

/** Page for signing in, which then opens the requested address. */
export function LoginPage() {
  const options = useSignInOptions();
  const [method, setMethod] = useState('password');
  const [remember, setRemember] = useState(false);
  const [factorFlow, setFactorFlow] = useState<string>();
  useEffect(watchSignInOfOtherTabs, []);
  const onAnswer = (answer: SignInAnswer) => {
    if (answer.step === 'second-factor') setFactorFlow(answer.flowId);
    else openConsole();
  };
  if (factorFlow !== undefined) {
    return (
      <AuthFrame title="Two-factor authentication">
        <Suspense>
          <SecondFactorStep flowId={factorFlow} />
        </Suspense>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Sign in"
      foot={
        <>
          New here?{' '}
          <Anchor href={findSignInLink('signUp')} fw={550}>
            Sign up
          </Anchor>
        </>
      }
    >
      <SignedOutNotice />
      <SegmentedControl
        fullWidth
        size="xs"
        mb="md"
        aria-label="Sign-in method"
        data={METHODS}
        value={method}
        onChange={setMethod}
      />
      {method === 'phone' ? (
        <Suspense fallback={<div className={`column align-centre gap-12 ${classes['qrPane']}`} />}>
          <QrPane />
        </Suspense>
      ) : (
        <PasswordForm options={options} remember={remember} onRemember={setRemember} onAnswer={onAnswer} />
      )}
      <div className={`row gap-10 mut small ${classes['or']}`}>or</div>
      <DemoEntry demo={options?.demo} />
      {options && <ProviderButtons providers={options.providers} remember={remember} />}
    </AuthFrame>
  );
}

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

function PasswordForm({ options, remember, onRemember, onAnswer }: PasswordFormProps) {
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

interface ProviderButtonsProps extends Pick<SignInOptions, 'providers'> {
  readonly remember: boolean;
}

/** Sign-in buttons of this installation's providers; renders nothing if there are none. */
function ProviderButtons({ providers, remember }: ProviderButtonsProps) {
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();
  if (!providers.enabled) return null;
  const begin = async (provider: string) => {
    setBusy(provider);
    setProblem(undefined);
    try {
      const { redirectUrl } = await call('providerStart', { params: { provider }, body: { remember } });
      storeReturnAddress();
      window.location.assign(redirectUrl);
    } catch (error) {
      setProblem(toErrorSentence(error));
      setBusy(undefined);
    }
  };
  return (
    <Stack gap={8} mt={12}>
      {providers.value.map(({ id, label }) => (
        <Button
          key={id}
          fullWidth
          variant="default"
          loading={busy === id}
          disabled={busy !== undefined && busy !== id}
          onClick={() => void begin(id)}
        >
          Sign in with {label}
        </Button>
      ))}
      {problem && (
        <Text size="sm" c="var(--st-err)" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  );
}
