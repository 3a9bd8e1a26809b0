import { Anchor, PasswordInput, Stack } from '@mantine/core';
import { emailCode, newPassword, PASSWORD_MIN } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toast } from '../app/toast.ts';
import { call, q } from '../kit/api/index.ts';
import { fieldError, FormFoot, useApiForm } from '../kit/form/index.ts';
import { PATHS } from '../paths.ts';
import { AccountStep, type CodeFlow } from './AccountStep.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { CodeField } from './CodeField.tsx';

export function ResetPasswordPage() {
  const [flow, setFlow] = useState<CodeFlow>();
  return (
    <AuthFrame
      title="Reset the password"
      foot={
        <Anchor component={Link} to={PATHS.login} fw={550}>
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
  const navigate = useNavigate();
  const outboxUrl = useQuery(q('signInOptions', {})).data?.outboxUrl;
  const { form, problem, busy, onSubmit } = useApiForm({
    initialValues: { code: '', password: '' },
    validate: (values) => ({
      ...fieldError('code', emailCode, values.code),
      ...fieldError('password', newPassword, values.password),
    }),
    onSubmit: async (values) => {
      await call('passwordReset', { body: { ...flow, ...values } });
      toast.done(
        'The password was changed. Every session of the account has ended; sign in with the new one.',
      );
      await navigate({ to: PATHS.login, search: {} });
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
