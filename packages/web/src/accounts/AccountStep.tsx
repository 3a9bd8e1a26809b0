import { TextInput } from '@mantine/core';
import { Form, useApiForm } from '../kit/form/index.ts';
import { parseAccountInput, type AccountOptions, findCodeAccountError } from './account-input.ts';

interface AccountStepProps {
  readonly options: AccountOptions | undefined;
  readonly hint: string;
  readonly onSend: (account: string) => Promise<void>;
}

/** First step of every flow with a code. It asks for the address or number that receives the code. */
export function AccountStep({ options, hint, onSend }: AccountStepProps) {
  const { form, ...state } = useApiForm({
    initialValues: { account: '' },
    validate: ({ account }) => findCodeAccountError(account, options),
    onSubmit: ({ account }) => onSend(parseAccountInput(account, options)),
  });
  return (
    <Form {...state} wide submit="Send code">
      <TextInput
        label="E-mail or mobile number"
        description={hint}
        autoComplete="username"
        autoCapitalize="none"
        autoFocus
        {...form.getInputProps('account')}
      />
    </Form>
  );
}
