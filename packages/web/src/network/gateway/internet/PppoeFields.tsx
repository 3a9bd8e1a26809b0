import type { NetworkScope, Permission } from '@northlight/contract';
import { ActionIcon, PasswordInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { FieldText } from '../../../kit/form/FieldText.tsx';
import { useReadOnly } from '../../../kit/form/read-only.tsx';
import { Fragment } from 'react';
import { GatedButton, deny } from '../../../kit/controls/GatedButton.tsx';
import { formatPlural } from '../../../kit/format/index.ts';
import classes from '../gateway.module.css';
import { EMPTY_LINE, type WanValues } from './wan-form-values.ts';
import { CodeField } from '../../../kit/form/typed-fields.tsx';

const ALLOWED: Permission = { allowed: true };

interface PppoeFieldsProps {
  readonly form: UseFormReturnType<WanValues>;
  readonly scope: NetworkScope;
}

/** Fields for PPPoE accounts of the ISP. Several lines connect at the same time and share the traffic. */
export function PppoeFields({ form, scope }: PppoeFieldsProps) {
  const { lines } = form.values;
  const most = scope.limits.pppoeLines ?? 1;
  const isReadOnly = useReadOnly();
  if (isReadOnly)
    return lines.map(({ passwordId, user }, index) => {
      const number = lines.length === 1 ? '' : ` ${index + 1}`;
      return (
        <Fragment key={user}>
          <FieldText label={`User name${number}`}>{user}</FieldText>
          <FieldText label={`Password${number}`}>{passwordId !== undefined && 'Set, hidden'}</FieldText>
        </Fragment>
      );
    });
  return (
    <fieldset className="grid gap-8 above">
      <legend className="strong">Lines</legend>
      <p className="mut">
        {most === 1
          ? 'The account from your ISP.'
          : 'The accounts from your ISP. Several lines connect at the same time and share the traffic.'}
      </p>
      {lines.map(({ passwordId }, index) => (
        // The index is the key, because lines have no id.
        <div key={index} className={`grid gap-6 wide align-centre ${classes['reservation']}`}>
          <CodeField
            aria-label={`User name ${index + 1}`}
            placeholder="User name"
            {...form.getInputProps(`lines.${index}.user`)}
          />
          <PasswordInput
            aria-label={`Password ${index + 1}`}
            placeholder={passwordId === undefined ? 'Password' : 'Unchanged'}
            autoComplete="new-password"
            {...form.getInputProps(`lines.${index}.password`)}
          />
          {lines.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove line ${index + 1}`}
              onClick={() => form.removeListItem('lines', index)}
            >
              <IconX size={14} />
            </ActionIcon>
          )}
        </div>
      ))}
      <GatedButton
        can={
          lines.length < most
            ? ALLOWED
            : deny(
                `The gateway supports at most ${formatPlural(most, 'PPPoE line')} per port. Remove one first.`,
              )
        }
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() => form.insertListItem('lines', EMPTY_LINE)}
      >
        Add line
      </GatedButton>
    </fieldset>
  );
}

export const ServiceField = ({ form }: Pick<PppoeFieldsProps, 'form'>) => (
  <CodeField
    label="Service name"
    description="Optional, if your ISP requires one"
    {...form.getInputProps('service')}
  />
);
