import { Anchor } from '@mantine/core';
import { CODE_MINUTES } from '@northlight/contract';
import { call } from '../kit/api/call.ts';
import { AccountStep } from './AccountStep.tsx';
import classes from './accounts.module.css';
import { AuthFrame } from './AuthFrame.tsx';
import { useCodeFlow } from './code-flow.ts';
import { DemoEntry } from './DemoEntry.tsx';
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
      step={flow ? 'Step 2 of 2' : 'Step 1 of 2'}
      lead={
        flow
          ? 'Confirm your address with the code, then choose a name and a password.'
          : 'One account for all your sites: add devices, set up networks and watch them in one place.'
      }
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
        <>
          <AccountStep
            options={options}
            hint={`You receive a code there, valid for ${CODE_MINUTES} min.`}
            onSend={send}
          />
          <div className={`row gap-10 mut small ${classes['or']}`}>or</div>
          <DemoEntry demo={options?.demo} />
        </>
      )}
    </AuthFrame>
  );
}
