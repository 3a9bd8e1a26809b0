import { nickname as nicknameSchema, type SignInAnswer } from '@northlight/contract';
import { call } from '../../kit/api/call.ts';
import { AccountStep } from '../AccountStep.tsx';
import { useCodeFlow } from '../code-flow.ts';
import { NewAccountStep } from '../NewAccountStep.tsx';
import type { SignInOptions } from '../use-sign-in-options.ts';

interface BindNewProps {
  readonly flowId: string;
  readonly options: SignInOptions | undefined;
  /** Name of the person at the provider, suggested as nickname if it is valid. */
  readonly nickname: string | undefined;
  readonly onAnswer: (answer: SignInAnswer) => void;
}

export function BindNew({ flowId, options, nickname, onAnswer }: BindNewProps) {
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
