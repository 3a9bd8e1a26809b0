import type { TemplatePolicy } from '@northlight/contract';
import { Button, Group, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../kit/api/index.ts';
import { Form, useApiForm } from '../kit/form/index.ts';

interface PolicyPasswordProps {
  readonly templateId: string;
  readonly policy: TemplatePolicy;
  readonly kept: boolean;
  readonly onChanged: () => Promise<unknown>;
}

/**
 * Shows whether the template contains the password of a policy, and sets the password. The password itself is
 * never shown.
 */
export function PolicyPassword({ kept, onChanged, policy, templateId }: PolicyPasswordProps) {
  const [entering, setEntering] = useState(false);
  const secretName = 'radius' in policy.security ? 'RADIUS password' : 'password';
  if (!entering)
    return (
      <Group gap={8}>
        <span className={kept ? undefined : 'warn'}>
          {kept
            ? `${capitalize(secretName)} stored`
            : `No ${secretName} yet. A project without its own ${secretName} rejects the policy.`}
        </span>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${kept ? 'Change' : 'Enter'} ${secretName} of ${policy.name}`}
          onClick={() => setEntering(true)}
        >
          {kept ? 'Change' : 'Enter'}
        </Button>
      </Group>
    );
  return (
    <PasswordForm
      label={`${capitalize(secretName)} of ${policy.name}`}
      onCancel={() => setEntering(false)}
      onSave={async (value) => {
        const body = { secret: { policyId: policy.id, value } };
        await call('templateChange', { params: { templateId }, body });
        await onChanged();
        setEntering(false);
      }}
    />
  );
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface PasswordFormProps {
  readonly label: string;
  readonly onCancel: () => void;
  readonly onSave: (value: string) => Promise<void>;
}

function PasswordForm({ label, onCancel, onSave }: PasswordFormProps) {
  const { form, ...state } = useApiForm({
    initialValues: { secret: { value: '' } },
    validate: ({ secret }) => (secret.value === '' ? { 'secret.value': 'Enter the password.' } : {}),
    onSubmit: ({ secret }) => onSave(secret.value),
  });
  return (
    <Form {...state} submit="Save" onCancel={onCancel}>
      <PasswordInput
        label={label}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        {...form.getInputProps('secret.value')}
      />
    </Form>
  );
}
