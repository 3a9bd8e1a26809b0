import { TextInput } from '@mantine/core';
import { accountName } from '@northlight/contract';
import { call } from '../kit/api/call.ts';
import { fieldError, FormFoot, useApiForm } from '../kit/form/index.ts';

export interface CodeFlow {
  readonly flowId: string;
  readonly account: string;
}

interface AccountStepProps {
  readonly purpose: 'sign-up' | 'reset';
  readonly hint: string;
  readonly onSent: (flow: CodeFlow) => void;
}

/** First step of both flows: the e-mail address that the code goes to. */
export function AccountStep({ purpose, hint, onSent }: AccountStepProps) {
  const { form, problem, busy, onSubmit } = useApiForm({
    initialValues: { account: '' },
    validate: ({ account }) => fieldError('account', accountName, account),
    onSubmit: async ({ account }) => {
      const { flowId } = await call('codeRequest', { body: { purpose, account } });
      onSent({ flowId, account: account.trim().toLowerCase() });
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <TextInput
        label="E-mail"
        description={hint}
        type="email"
        autoComplete="username"
        autoFocus
        {...form.getInputProps('account')}
      />
      <FormFoot wide problem={problem} submit="Send the code" busy={busy} />
    </form>
  );
}
