import { CONFIRMATION_MINUTES } from '@northlight/contract';
import { Modal, PasswordInput, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call, createQuery } from '../../kit/api/index.ts';
import { Form, useApiForm } from '../../kit/form/index.ts';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { answerIdentityRequest } from './identity-store.ts';

/**
 * Asks for the password, or for a code if the second factor is on. The server requires it for some
 * operations.
 */
export function IdentityDialog() {
  const factor = useQuery(createQuery('secondFactorGet', {})).data;
  const close = () => answerIdentityRequest(false);
  return (
    <Modal opened onClose={close} title="Confirm your identity" size={POPUP_WIDTHS.narrow} centered>
      <Text size="sm" mb="md">
        This action needs a confirmation. You are not asked again for {CONFIRMATION_MINUTES} min.
      </Text>
      {factor && <IdentityForm field={factor.enabled ? 'code' : 'password'} onCancel={close} />}
    </Modal>
  );
}

const INPUTS = {
  code: {
    label: 'Code of your authenticator app',
    description: 'You can also enter one of your recovery codes',
    autoComplete: 'one-time-code',
    missing: 'Enter the code.',
  },
  password: {
    label: 'Your password',
    description: undefined,
    autoComplete: 'current-password',
    missing: 'Enter your password.',
  },
} as const;

interface IdentityFormProps {
  readonly field: keyof typeof INPUTS;
  readonly onCancel: () => void;
}

function IdentityForm({ field, onCancel }: IdentityFormProps) {
  const { missing, ...labels } = INPUTS[field];
  const { form, ...state } = useApiForm<Record<string, string>>({
    initialValues: { [field]: '' },
    validate: (values) => (values[field] === '' ? { [field]: missing } : {}),
    onSubmit: async (body) => {
      await call('identityConfirm', { body });
      answerIdentityRequest(true);
    },
  });
  const Input = field === 'code' ? TextInput : PasswordInput;
  return (
    <Form {...state} submit="Confirm" onCancel={onCancel}>
      <Input {...labels} data-autofocus {...form.getInputProps(field)} />
    </Form>
  );
}
