import { Anchor, SegmentedControl, Text } from '@mantine/core';
import type { SignInAnswer } from '@northlight/contract';
import { useState } from 'react';
import { DOOR_PATHS } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { AuthFrame } from '../AuthFrame.tsx';
import { enterConsole } from '../enter.ts';
import { SecondFactorStep } from '../SecondFactorStep.tsx';
import { useSignInOptions } from '../use-sign-in-options.ts';
import { BindExisting } from './BindExisting.tsx';
import { BindNew } from './BindNew.tsx';
import { keepBinding, keptBinding } from './binding.ts';

const WAYS = [
  { value: 'existing', label: 'I have an account' },
  { value: 'new', label: 'New account' },
];

const FOOT = (
  <Anchor href={DOOR_PATHS.login} fw={550}>
    Back to signing in
  </Anchor>
);

/** The third party is proved: which account does it open? */
export function BindPage() {
  const options = useSignInOptions();
  const [binding] = useState(keptBinding);
  const [way, setWay] = useState('existing');
  const [factorFlow, setFactorFlow] = useState<string>();
  const onAnswer = (answer: SignInAnswer) => {
    keepBinding(undefined);
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
  if (!binding) {
    return (
      <AuthFrame title="Bind an account" foot={FOOT}>
        <Notice tone="plain" title="Nothing to bind">
          This page follows a sign-in by a chat app or social network. Begin there.
        </Notice>
      </AuthFrame>
    );
  }
  const { flowId, provider, suggestedNickname } = binding;
  return (
    <AuthFrame title="Bind an account" foot={FOOT}>
      <Text size="sm" c="dimmed" mb="sm">
        {suggestedNickname === undefined ? 'You are' : `${suggestedNickname}, you are`} signed in at{' '}
        {provider.label}. Say once which account it opens here; from then on it signs in by itself.
      </Text>
      <SegmentedControl
        fullWidth
        size="xs"
        mb="md"
        aria-label="Account to bind"
        data={WAYS}
        value={way}
        onChange={setWay}
      />
      {way === 'existing' ? (
        <BindExisting flowId={flowId} options={options} onAnswer={onAnswer} />
      ) : (
        <BindNew flowId={flowId} options={options} nickname={suggestedNickname} onAnswer={onAnswer} />
      )}
    </AuthFrame>
  );
}
