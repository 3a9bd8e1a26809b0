import { Anchor, SegmentedControl, Text, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type SignInAnswer, nickname as nicknameSchema } from '@northlight/contract';
import { useState } from 'react';
import { SIGN_IN_PATHS } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { AuthFrame } from '../AuthFrame.tsx';
import { openConsole } from '../open-console.ts';
import { SecondFactorStep } from '../SecondFactorStep.tsx';
import { useSignInOptions, type SignInOptions } from '../use-sign-in-options.ts';
import { storeBinding, loadBinding } from './binding.ts';
import { call } from '../../kit/api/call.ts';
import { Form, useApiForm } from '../../kit/form/index.ts';
import { findAccountError, parseAccountInput, type AccountOptions } from '../account-input.ts';
import { AccountStep } from '../AccountStep.tsx';
import { useCodeFlow } from '../code-flow.ts';
import { NewAccountStep } from '../NewAccountStep.tsx';

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

interface BindExistingProps {
  readonly flowId: string;
  readonly options: AccountOptions | undefined;
  readonly onAnswer: (answer: SignInAnswer) => void;
}

function BindExisting({ flowId, options, onAnswer }: BindExistingProps) {
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

interface BindNewProps {
  readonly flowId: string;
  readonly options: SignInOptions | undefined;
  /** Name of the person at the provider, suggested as nickname if it is valid. */
  readonly nickname: string | undefined;
  readonly onAnswer: (answer: SignInAnswer) => void;
}

function BindNew({ flowId, options, nickname, onAnswer }: BindNewProps) {
  const { flow, send, back } = useCodeFlow('sign-up');
  if (!flow) {
    return <AccountStep options={options} hint="You will receive a verification code." onSend={send} />;
  }
  return (
    <NewAccountStep
      flow={flow}
      options={options}
      suggestedNickname={nicknameSchema.safeParse(nickname?.replaceAll(/\s+/g, '')).data ?? ''}
      submit="Connect and sign in"
      onBack={back}
      onResend={() => send(flow.account)}
      onSubmit={async (values) => {
        const body = { flowId, codeFlowId: flow.flowId, account: flow.account, ...values };
        onAnswer(await call('bindNew', { body }));
      }}
    />
  );
}
