import { Anchor, PasswordInput, Stack } from '@mantine/core';
import { emailCode, newPassword, PASSWORD_MIN } from '@northlight/contract';
import { useState } from 'react';
import { call } from '../kit/api/call.ts';
import { fieldError, FormFoot, useApiForm } from '../kit/form/index.ts';
import { DOOR_PATHS } from '../paths.ts';
import { AccountStep, type CodeFlow } from './AccountStep.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { CodeField } from './CodeField.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useSignInOptions } from './use-sign-in-options.ts';

export function ResetPasswordPage() {
  const [flow, setFlow] = useState<CodeFlow>();
  return (
    <AuthFrame
      title="Reset the password"
      foot={
        <Anchor href={DOOR_PATHS.login} fw={550}>
          Back to signing in
        </Anchor>
      }
    >
      {flow ? (
        <FinishStep key={flow.flowId} flow={flow} onBack={() => setFlow(undefined)} />
      ) : (
        <AccountStep
          purpose="reset"
          hint="A code of 6 digits goes to this address, if it has an account."
          onSent={setFlow}
        />
      )}
    </AuthFrame>
  );
}

function FinishStep({ flow, onBack }: { readonly flow: CodeFlow; readonly onBack: () => void }) {
  const [done, setDone] = useState(false);
  const outboxUrl = useSignInOptions()?.outboxUrl;
  const { form, problem, busy, onSubmit } = useApiForm({
    initialValues: { code: '', password: '' },
    validate: (values) => ({
      ...fieldError('code', emailCode, values.code),
      ...fieldError('password', newPassword, values.password),
    }),
    onSubmit: async (values) => {
      await call('passwordReset', { body: { ...flow, ...values } });
      setDone(true);
    },
  });
  if (done) {
    return (
      <Notice tone="good" title="The password was changed">
        Every session of the account has ended. Sign in with the new password.
      </Notice>
    );
  }
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
        <PasswordInput
          label="New password"
          description={`At least ${PASSWORD_MIN} characters; a long sentence is good`}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
      </Stack>
      <FormFoot wide problem={problem} submit="Change the password" busy={busy} />
    </form>
  );
}
