import { Select, Stack, TextInput } from '@mantine/core';
import { type ValidityValues, VALIDITY_CHOICES } from './validity.ts';

interface ValidityFieldProps {
  readonly value: ValidityValues;
  readonly onChange: (value: ValidityValues) => void;
  readonly error?: string | undefined;
  /** Text that is shown while no option is selected. */
  readonly placeholder?: string;
}

export function ValidityField({ value, onChange, error, placeholder }: ValidityFieldProps) {
  return (
    <Stack gap="xs">
      <Select
        label="Valid for"
        data={VALIDITY_CHOICES}
        allowDeselect={false}
        placeholder={placeholder}
        value={value.choice || null}
        onChange={(choice) => choice !== null && onChange({ ...value, choice })}
      />
      {value.choice === 'until' && (
        <TextInput
          type="datetime-local"
          label="Until"
          required
          value={value.until}
          error={error}
          onChange={(event) => onChange({ ...value, until: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}
