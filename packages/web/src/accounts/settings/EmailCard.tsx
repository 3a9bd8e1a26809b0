import { emailAddress, type Profile, verificationCode } from '@northlight/contract';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../app/toast.ts';
import { call } from '../../kit/api/index.ts';
import { fieldError, FormFoot, useApiForm } from '../../kit/form/index.ts';
import { ABSENT } from '../../kit/format/index.ts';
import { Card } from '../../kit/page/index.ts';
import { Facts } from '../../ui/Facts.tsx';

interface Flow {
  readonly flowId: string;
  readonly email: string;
}

/** Where notices go; a new address is proved by a code before it counts. */
export function EmailCard({ profile }: { readonly profile: Profile }) {
  const [step, setStep] = useState<'shown' | 'asked' | Flow>('shown');
  return (
    <Card title="E-mail">
      {step === 'shown' && (
        <>
          <Facts items={[{ label: 'Address', value: profile.email ?? ABSENT }]} />
          <Button variant="default" mt="md" onClick={() => setStep('asked')}>
            Change the address
          </Button>
        </>
      )}
      {step === 'asked' && <AddressStep onSent={setStep} onCancel={() => setStep('shown')} />}
      {typeof step === 'object' && <ProofStep flow={step} onDone={() => setStep('shown')} />}
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
  const { form, problem, busy, onSubmit } = useApiForm({
    initialValues: { email: '' },
    validate: ({ email }) => fieldError('email', emailAddress, email),
    onSubmit: async ({ email }) => {
      const { flowId } = await call('emailCodeRequest', { body: { email } });
      onSent({ flowId, email });
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <TextInput
        label="New e-mail address"
        description="A code goes to it"
        autoComplete="email"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <FormFoot problem={problem} submit="Send the code" busy={busy} onCancel={onCancel} />
    </form>
  );
}

function ProofStep({ flow, onDone }: { readonly flow: Flow; readonly onDone: () => void }) {
  const client = useQueryClient();
  const { form, problem, busy, onSubmit } = useApiForm({
    initialValues: { code: '', password: '' },
    validate: ({ code, password }) => ({
      ...fieldError('code', verificationCode, code),
      ...(password === '' && { password: 'Enter your password.' }),
    }),
    onSubmit: async (values) => {
      await call('emailChange', { body: { ...flow, ...values } });
      await Promise.all(
        ['profileGet', 'sessionGet'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
      toast.done(`Your e-mail address is ${flow.email} now.`);
      onDone();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
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
      <FormFoot problem={problem} submit="Change the address" busy={busy} onCancel={onDone} />
    </form>
  );
}
