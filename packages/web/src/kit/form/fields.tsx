import {
  Checkbox,
  type CheckboxGroupProps,
  type CheckboxProps,
  MultiSelect,
  type MultiSelectProps,
  NumberInput,
  type NumberInputProps,
  PasswordInput,
  type PasswordInputProps,
  Radio,
  type RadioGroupProps,
  SegmentedControl,
  Select,
  type SelectProps,
  Switch,
  type SwitchProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { createField } from './create-field.tsx';
import classes from './form.module.css';

/** Returns the label of an option; the value itself if it is not among the options. */
function findLabel(data: SelectProps['data'], value: string): string {
  const items = (data ?? []).flatMap((each) =>
    typeof each === 'object' && 'items' in each ? each.items : [each],
  );
  const found = items.find((each) => typeof each === 'object' && each.value === value);
  return typeof found === 'object' && 'label' in found ? found.label : value;
}

const toText = ({ value }: { readonly value?: unknown }): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

export const TextField = createField<TextInputProps>(TextInput, toText);

export const NumberField = createField<NumberInputProps>(NumberInput, toText);

export const SelectField = createField<SelectProps>(Select, ({ data, value }) =>
  value === null || value === undefined ? undefined : findLabel(data, value),
);

export const MultiSelectField = createField<MultiSelectProps>(MultiSelect, ({ data, value = [] }) =>
  value.map((each) => findLabel(data, each)).join(', '),
);

export const SwitchField = createField<SwitchProps>(Switch, ({ checked }) => (checked ? 'On' : 'Off'));

export const CheckboxField = createField<CheckboxProps>(Checkbox, ({ checked }) => (checked ? 'Yes' : 'No'));

interface PasswordFieldProps extends PasswordInputProps {
  /** True if the server stores a password, which the field does not contain. */
  readonly isSet: boolean;
}

/** Field for a password. In a read-only scope, the password is not shown as text. */
export const PasswordField = createField<PasswordFieldProps>(
  ({ isSet: _isSet, ...rest }) => <PasswordInput {...rest} />,
  ({ isSet }) => (isSet ? 'Set, hidden' : undefined),
);

interface Option {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  readonly disabled?: boolean;
}

interface OptionsProps {
  readonly options: readonly Option[];
  /** Layout of the options; absent: in a line. */
  readonly optionsClass?: string | undefined;
}

type CheckboxesProps = Omit<CheckboxGroupProps, 'children'> & OptionsProps;

export const CheckboxesField = createField<CheckboxesProps>(
  ({ options, optionsClass = `row wrap ${classes['options']}`, ...rest }) => (
    <Checkbox.Group {...rest}>
      <div className={optionsClass}>
        {options.map((option) => (
          <Checkbox key={option.value} size="xs" {...option} />
        ))}
      </div>
    </Checkbox.Group>
  ),
  ({ options, value = [] }) => value.map((each) => findLabel([...options], each)).join(', '),
);

type RadioButtonsProps = Omit<RadioGroupProps, 'children'> & OptionsProps;

export const RadioButtonsField = createField<RadioButtonsProps>(
  ({ options, optionsClass = `row wrap ${classes['options']}`, ...rest }) => (
    <Radio.Group {...rest}>
      <div className={optionsClass}>
        {options.map((option) => (
          <Radio key={option.value} size="xs" {...option} />
        ))}
      </div>
    </Radio.Group>
  ),
  ({ options, value }) => typeof value === 'string' && findLabel([...options], value),
);

interface ChoiceProps {
  readonly label: string;
  /** True if the label is for screen readers only. */
  readonly isLabelHidden?: boolean;
  readonly data: readonly Option[];
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly error?: ReactNode;
}

/** Selects one of several options, all of which are visible. */
export const ChoiceField = createField<ChoiceProps>(
  ({ data, error, isLabelHidden, label, ...rest }) => (
    <div>
      {!isLabelHidden && <div className={classes['choiceLabel']}>{label}</div>}
      <SegmentedControl fullWidth={!isLabelHidden} size="xs" aria-label={label} data={[...data]} {...rest} />
      {error && <div className={`err ${classes['error']}`}>{error}</div>}
    </div>
  ),
  ({ data, value = '' }) => findLabel([...data], value),
);
