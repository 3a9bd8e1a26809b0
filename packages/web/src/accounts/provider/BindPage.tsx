import { Anchor, SegmentedControl, Text } from '@mantine/core';
import type { SignInAnswer } from '@northlight/contract';
import { useState } from 'react';
import { SIGN_IN_PATHS } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { AuthFrame } from '../AuthFrame.tsx';
import { openConsole } from '../open-console.ts';
import { SecondFactorStep } from '../SecondFactorStep.tsx';
import { useSignInOptions } from '../use-sign-in-options.ts';
import { BindExisting } from './BindExisting.tsx';
import { BindNew } from './BindNew.tsx';
import { storeBinding, loadBinding } from './binding.ts';

const CHOICES = [
  { value: 'existing', label: 'Existing account' },
  { value: 'new', label: 'New account' },
];

const FOOT = (
  <Anchor href={SIGN_IN_PATHS.login} fw={550}>
    Back to sign-in
  </Anchor>
);

/** Connects an authenticated provider account with an existing or new account. */
export function BindPage() {
  const options = useSignInOptions();
  const [binding] = useState(loadBinding);
  const [choice, setChoice] = useState('existing');
  const [factorFlow, setFactorFlow] = useState<string>();
  const onAnswer = (answer: SignInAnswer) => {
    storeBinding(undefined);
    if (answer.step === 'second-factor') setFactorFlow(answer.flowId);
    else openConsole();
  };
  if (factorFlow !== undefined) {
    return (
      <AuthFrame title="Two-factor authentication">
        <SecondFactorStep flowId={factorFlow} />
      </AuthFrame>
    );
  }
  if (!binding) {
    return (
      <AuthFrame title="Connect an account" foot={FOOT}>
        <Notice tone="plain" title="No account to connect">
          This page is part of signing in through a chat app or social network. Start on the sign-in page.
        </Notice>
      </AuthFrame>
    );
  }
  const { flowId, provider, suggestedNickname } = binding;
  return (
    <AuthFrame title="Connect an account" foot={FOOT}>
      <Text size="sm" c="dimmed" mb="sm">
        {suggestedNickname === undefined ? 'You are' : `${suggestedNickname}, you are`} signed in at{' '}
        {provider.label}. Choose the account to connect; from then on {provider.label} signs you in to it.
      </Text>
      <SegmentedControl
        fullWidth
        size="xs"
        mb="md"
        aria-label="Account to connect"
        data={CHOICES}
        value={choice}
        onChange={setChoice}
      />
      {choice === 'existing' ? (
        <BindExisting flowId={flowId} options={options} onAnswer={onAnswer} />
      ) : (
        <BindNew flowId={flowId} options={options} nickname={suggestedNickname} onAnswer={onAnswer} />
      )}
    </AuthFrame>
  );
}
