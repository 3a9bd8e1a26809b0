import { Anchor, SegmentedControl } from '@mantine/core';
import type { SignInAnswer } from '@northlight/contract';
import { lazy, Suspense, useEffect, useState } from 'react';
import { AuthFrame } from './AuthFrame.tsx';
import classes from './accounts.module.css';
import { DemoEntry } from './DemoEntry.tsx';
import { findSignInLink } from './sign-in-link.ts';
import { SignedOutNotice } from './SignedOutNotice.tsx';
import { watchSignInOfOtherTabs, openConsole } from './open-console.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { ProviderButtons } from './ProviderButtons.tsx';
import { useSignInOptions } from './use-sign-in-options.ts';

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
