import { Anchor, SegmentedControl } from '@mantine/core';
import type { SignInAnswer } from '@northlight/contract';
import { lazy, Suspense, useState } from 'react';
import { AuthFrame } from './AuthFrame.tsx';
import classes from './accounts.module.css';
import { DemoEntry } from './DemoEntry.tsx';
import { doorLink } from './door-links.ts';
import { EndNotice } from './EndNotice.tsx';
import { enterConsole } from './enter.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { ProviderButtons } from './ProviderButtons.tsx';
import { SecondFactorStep } from './SecondFactorStep.tsx';
import { useSignInOptions } from './use-sign-in-options.ts';

const QrPane = lazy(async () => ({ default: (await import('./QrPane.tsx')).QrPane }));

const WAYS = [
  { value: 'password', label: 'With a password' },
  { value: 'phone', label: 'Scan with your phone' },
];

/** Signs in, and goes back to the address that asked for it. */
export function LoginPage() {
  const options = useSignInOptions();
  const [way, setWay] = useState('password');
  const [remember, setRemember] = useState(false);
  const [factorFlow, setFactorFlow] = useState<string>();
  const onAnswer = (answer: SignInAnswer) => {
    if (answer.step === 'second-factor') setFactorFlow(answer.flowId);
    else enterConsole();
  };
  if (factorFlow !== undefined) {
    return (
      <AuthFrame title="Second factor">
        <SecondFactorStep flowId={factorFlow} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Sign in"
      foot={
        <>
          New here?{' '}
          <Anchor href={doorLink('signUp')} fw={550}>
            Sign up
          </Anchor>
        </>
      }
    >
      <EndNotice />
      <SegmentedControl
        fullWidth
        size="xs"
        mb="md"
        aria-label="Way of signing in"
        data={WAYS}
        value={way}
        onChange={setWay}
      />
      {way === 'phone' ? (
        <Suspense fallback={<div className={classes['qrPane']} />}>
          <QrPane />
        </Suspense>
      ) : (
        <PasswordForm options={options} remember={remember} onRemember={setRemember} onAnswer={onAnswer} />
      )}
      <div className={classes['or']}>or</div>
      <DemoEntry demo={options?.demo} />
      {options && <ProviderButtons providers={options.providers} remember={remember} />}
    </AuthFrame>
  );
}
