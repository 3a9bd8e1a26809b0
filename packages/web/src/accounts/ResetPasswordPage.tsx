import { Anchor, PasswordInput, Stack } from '@mantine/core';
import { codeOfDigits, newPasswordWithin } from '@northlight/contract';
import { useState } from 'react';
import { call } from '../kit/api/call.ts';
import { Form, findFieldError, useApiForm } from '../kit/form/index.ts';
import { Notice } from '../ui/Notice.tsx';
import { findCodeDigits } from './account-input.ts';
import { AccountStep } from './AccountStep.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { type CodeFlow, useCodeFlow } from './code-flow.ts';
import { CodeField } from './CodeField.tsx';
import { findSignInLink } from './sign-in-link.ts';
import { findCodeError, formatPasswordHint, getPasswordLimits } from './password-hint.ts';
import { type SignInOptions, useSignInOptions } from './use-sign-in-options.ts';

export function ResetPasswordPage() {
  const options = useSignInOptions();
  const { flow, send, back } = useCodeFlow('reset');
  return (
    <AuthFrame
      title="Reset password"
      foot={
        <Anchor href={findSignInLink('login')} fw={550}>
          Back to sign-in
        </Anchor>
      }
    >
      {flow ? (
        <FinishStep flow={flow} options={options} onBack={back} onResend={() => send(flow.account)} />
      ) : (
        <AccountStep
          options={options}
          hint="If the account exists, it receives a verification code."
          onSend={send}
        />
      )}
    </AuthFrame>
  );
}

interface FinishStepProps {
  readonly flow: CodeFlow;
  readonly options: SignInOptions | undefined;
  readonly onBack: () => void;
  readonly onResend: () => Promise<void>;
}

function FinishStep({ flow, options, onBack, onResend }: FinishStepProps) {
  const [done, setDone] = useState(false);
  const { form, ...state } = useApiForm({
    initialValues: { code: '', password: '' },
    validate: (values) => ({
      ...findFieldError(
        'code',
        codeOfDigits(findCodeDigits(flow.account, options) ?? values.code.length),
        values.code,
      ),
      ...findFieldError('password', newPasswordWithin(getPasswordLimits(options)), values.password),
    }),
    onSubmit: async (values) => {
      const { flowId, account } = flow;
      await call('passwordReset', { body: { flowId, account, ...values } });
      setDone(true);
    },
  });
  if (done) {
    return (
      <Notice tone="good" title="Password changed">
        All sessions of the account were signed out. Sign in with the new password.
      </Notice>
    );
  }
  return (
    <Form {...state} wide submit="Change password">
      <Stack gap="sm">
        <CodeField
          value={form.values.code}
          onChange={(value) => form.setFieldValue('code', value)}
          error={findCodeError(form.errors)}
          flow={flow}
          options={options}
          onBack={onBack}
          onResend={onResend}
        />
        <PasswordInput
          label="New password"
          description={formatPasswordHint(options)}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
      </Stack>
    </Form>
  );
}
