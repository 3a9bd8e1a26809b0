import { Anchor, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../kit/api/call.ts';
import { FormFoot, useApiForm } from '../kit/form/index.ts';
import { findSignInLink } from './sign-in-link.ts';
import { openConsole } from './open-console.ts';

/** Step after the password, which asks for a code from the authenticator app or a recovery code. */
export function SecondFactorStep({ flowId }: { readonly flowId: string }) {
  const [recovery, setRecovery] = useState(false);
  const { form, problem, busy, onSubmit } = useApiForm({
    initialValues: { code: '' },
    validate: ({ code }) => {
      if (recovery) return code.trim().length < 6 ? { code: 'Enter one of your recovery codes.' } : {};
      return /^\d{6}$/.test(code.trim()) ? {} : { code: 'The code has 6 digits.' };
    },
    onSubmit: async ({ code }) => {
      await call('secondFactorSignIn', { body: { flowId, code: code.trim() } });
      openConsole();
    },
  });
  const swap = () => {
    setRecovery(!recovery);
    form.setValues({ code: '' });
    form.clearErrors();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <TextInput
        key={String(recovery)}
        label={recovery ? 'Recovery code' : 'Code from the authenticator app'}
        description={
          recovery
            ? 'Enter a code that you stored when you turned on two-factor authentication. Each works once.'
            : 'The 6 digits that the app shows for Northlight'
        }
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        autoFocus
        {...form.getInputProps('code')}
      />
      <FormFoot wide problem={problem} submit="Sign in" busy={busy} />
      <Text size="sm" mt="md" ta="center">
        <Anchor component="button" type="button" size="sm" onClick={swap}>
          {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </Anchor>
        {' · '}
        <Anchor href={findSignInLink('login')} size="sm">
          Start over
        </Anchor>
      </Text>
    </form>
  );
}
