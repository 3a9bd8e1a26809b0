import { emailAddress, type Profile, verificationCode } from '@northlight/contract';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, call } from '../../kit/api/index.ts';
import { Form, findFieldError, useApiForm } from '../../kit/form/index.ts';
import { ABSENT } from '../../kit/format/index.ts';
import { Card } from '../../kit/page/index.ts';
import { Facts } from '../../ui/Facts.tsx';

interface Flow {
  readonly flowId: string;
  readonly email: string;
}

/** Shows the account, and changes its e-mail address for notifications. A code verifies a new address. */
export function EmailCard({ profile }: { readonly profile: Profile }) {
  const [step, setStep] = useState<'overview' | 'address' | Flow>('overview');
  return (
    <Card title="Account">
      <Facts
        items={[
          { label: 'Account', value: profile.account },
          { label: 'Account type', value: profile.label },
          { label: 'E-mail address', value: profile.email ?? ABSENT },
        ]}
      />
      {step === 'overview' && (
        <Button variant="default" mt="md" mr="auto" onClick={() => setStep('address')}>
          Change e-mail address
        </Button>
      )}
      {step === 'address' && <AddressStep onSent={setStep} onCancel={() => setStep('overview')} />}
      {typeof step === 'object' && <CodeStep flow={step} onDone={() => setStep('overview')} />}
    </Card>
  );
}

function AddressStep({
  onSent,
  onCancel,
}: {
  readonly onSent: (flow: Flow) => void;
  readonly onCancel: () => void;
}) {
  const { form, ...state } = useApiForm({
    initialValues: { email: '' },
    validate: ({ email }) => findFieldError('email', emailAddress, email),
    onSubmit: async ({ email }) => {
      const { flowId } = await call('emailCodeRequest', { body: { email } });
      onSent({ flowId, email });
    },
  });
  return (
    <Form {...state} submit="Send code" onCancel={onCancel}>
      <TextInput
        label="New e-mail address"
        description="The address receives a verification code"
        autoComplete="email"
        data-autofocus
        {...form.getInputProps('email')}
      />
    </Form>
  );
}

function CodeStep({ flow, onDone }: { readonly flow: Flow; readonly onDone: () => void }) {
  const { form, ...state } = useApiForm({
    initialValues: { code: '', password: '' },
    validate: ({ code, password }) => ({
      ...findFieldError('code', verificationCode, code),
      ...(password === '' && { password: 'Enter your password.' }),
    }),
    onSubmit: async (values) => {
      await call('emailChange', { body: { ...flow, ...values } });
      await awaitRefetch();
      toast.done(`Your e-mail address was changed to ${flow.email}.`);
      onDone();
    },
  });
  return (
    <Form {...state} submit="Change e-mail address" onCancel={onDone}>
      <Stack gap="md">
        <TextInput
          label="Code"
          description={`Sent to ${flow.email}`}
          inputMode="numeric"
          autoComplete="one-time-code"
          {...form.getInputProps('code')}
        />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
      </Stack>
    </Form>
  );
}
