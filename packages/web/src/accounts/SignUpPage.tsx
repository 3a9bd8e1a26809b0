import { Anchor, PasswordInput, Stack, TextInput } from '@mantine/core';
import { emailCode, newPassword, nickname, PASSWORD_MIN } from '@northlight/contract';
import { useState } from 'react';
import { call } from '../kit/api/call.ts';
import { fieldError, FormFoot, useApiForm } from '../kit/form/index.ts';
import { DOOR_PATHS } from '../paths.ts';
import { AccountStep, type CodeFlow } from './AccountStep.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { CodeField } from './CodeField.tsx';
import { enterConsole } from './enter.ts';
import { useSignInOptions } from './use-sign-in-options.ts';

export function SignUpPage() {
  const [flow, setFlow] = useState<CodeFlow>();
  return (
    <AuthFrame
      title="Sign up"
      foot={
        <>
          Have an account?{' '}
          <Anchor href={DOOR_PATHS.login} fw={550}>
            Sign in
          </Anchor>
        </>
      }
    >
      {flow ? (
        <FinishStep key={flow.flowId} flow={flow} onBack={() => setFlow(undefined)} />
      ) : (
        <AccountStep purpose="sign-up" hint="A code of 6 digits goes to this address." onSent={setFlow} />
      )}
    </AuthFrame>
  );
}

function FinishStep({ flow, onBack }: { readonly flow: CodeFlow; readonly onBack: () => void }) {
  const outboxUrl = useSignInOptions()?.outboxUrl;
  const { form, problem, busy, onSubmit } = useApiForm({
    initialValues: { code: '', nickname: '', password: '' },
    validate: (values) => ({
      ...fieldError('code', emailCode, values.code),
      ...fieldError('nickname', nickname, values.nickname),
      ...fieldError('password', newPassword, values.password),
    }),
    onSubmit: async (values) => {
      await call('signUp', { body: { ...flow, ...values } });
      enterConsole();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        <CodeField
          value={form.values.code}
          onChange={(value) => form.setFieldValue('code', value)}
          error={form.errors['code'] as string | undefined}
          account={flow.account}
          onBack={onBack}
          outboxUrl={outboxUrl}
        />
        <TextInput
          label="Name"
          description="1 to 16 characters, without spaces"
          autoComplete="nickname"
          {...form.getInputProps('nickname')}
        />
        <PasswordInput
          label="Password"
          description={`At least ${PASSWORD_MIN} characters; a long sentence is good`}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
      </Stack>
      <FormFoot wide problem={problem} submit="Sign up" busy={busy} />
    </form>
  );
}
