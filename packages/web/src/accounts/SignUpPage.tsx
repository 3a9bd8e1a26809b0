import { Anchor } from '@mantine/core';
import { call } from '../kit/api/call.ts';
import { AccountStep } from './AccountStep.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { useCodeFlow } from './code-flow.ts';
import { findSignInLink } from './sign-in-link.ts';
import { openConsole } from './open-console.ts';
import { NewAccountStep } from './NewAccountStep.tsx';
import { useSignInOptions } from './use-sign-in-options.ts';

export function SignUpPage() {
  const options = useSignInOptions();
  const { flow, send, back } = useCodeFlow('sign-up');
  return (
    <AuthFrame
      title="Sign up"
      foot={
        <>
          Have an account?{' '}
          <Anchor href={findSignInLink('login')} fw={550}>
            Sign in
          </Anchor>
        </>
      }
    >
      {flow ? (
        <NewAccountStep
          flow={flow}
          options={options}
          submit="Sign up"
          onBack={back}
          onResend={() => send(flow.account)}
          onSubmit={async (values) => {
            const { flowId, account } = flow;
            await call('signUp', { body: { flowId, account, ...values } });
            openConsole();
          }}
        />
      ) : (
        <AccountStep options={options} hint="You will receive a verification code." onSend={send} />
      )}
    </AuthFrame>
  );
}
