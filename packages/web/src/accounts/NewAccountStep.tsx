import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { codeOfDigits, newPasswordWithin, nickname } from '@northlight/contract';
import { Form, findFieldError, useApiForm } from '../kit/form/index.ts';
import { findCodeDigits } from './account-input.ts';
import type { CodeFlow } from './code-flow.ts';
import { CodeField } from './CodeField.tsx';
import { findCodeError, formatPasswordHint, getPasswordLimits } from './password-hint.ts';
import type { SignInOptions } from './use-sign-in-options.ts';

interface NewAccountValues extends Record<string, unknown> {
  readonly code: string;
  readonly nickname: string;
  readonly password: string;
}

interface NewAccountStepProps {
  readonly flow: CodeFlow;
  readonly options: SignInOptions | undefined;
  readonly suggestedNickname?: string;
  readonly submit: string;
  readonly onBack: () => void;
  readonly onResend: () => Promise<void>;
  readonly onSubmit: (values: NewAccountValues) => Promise<void>;
}

/** Asks for the code, the name and the password of a new account. */
export function NewAccountStep(props: NewAccountStepProps) {
  const { flow, options, onBack, onResend } = props;
  const initialValues: NewAccountValues = {
    code: '',
    nickname: props.suggestedNickname ?? '',
    password: '',
  };
  const { form, ...state } = useApiForm({
    initialValues,
    validate: (values) => ({
      ...findFieldError(
        'code',
        codeOfDigits(findCodeDigits(flow.account, options) ?? values.code.length),
        values.code,
      ),
      ...findFieldError('nickname', nickname, values.nickname),
      ...findFieldError('password', newPasswordWithin(getPasswordLimits(options)), values.password),
    }),
    onSubmit: props.onSubmit,
  });
  return (
    <Form {...state} wide submit={props.submit}>
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
        <TextInput
          label="Name"
          description="Shown to people with whom you share projects"
          autoComplete="nickname"
          {...form.getInputProps('nickname')}
        />
        <PasswordInput
          label="Password"
          description={formatPasswordHint(options)}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
      </Stack>
    </Form>
  );
}
