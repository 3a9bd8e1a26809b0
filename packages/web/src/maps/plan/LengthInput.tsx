import { NumberInput, type NumberInputProps, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatLength, parseFeet, useLengthUnit } from './lengths.ts';

interface LengthInputProps extends Pick<
  NumberInputProps,
  | 'aria-label'
  | 'decimalScale'
  | 'description'
  | 'disabled'
  | 'error'
  | 'max'
  | 'min'
  | 'onBlur'
  | 'onFocus'
  | 'onKeyDown'
  | 'placeholder'
  | 'size'
  | 'step'
  | 'w'
> {
  /** Label without the unit. */
  readonly label?: string;
  readonly 'data-autofocus'?: boolean;
  /** Length (m), or the entered text that is no length. */
  readonly value?: number | string;
  readonly onChange?: (value: number | string) => void;
}

/** A field for a length in the unit of the account: a number of metres, or feet and inches as people write them. */
export function LengthInput({ label, onBlur, onChange, value = '', ...props }: LengthInputProps) {
  const unit = useLengthUnit();
  const [text, setText] = useState<string>();
  const { 'aria-label': name, placeholder } = props;
  const addUnit = (title: string | undefined) => title && `${title} (${unit})`;
  const labels = {
    label: addUnit(label),
    'aria-label': addUnit(name),
    placeholder: addUnit(placeholder),
  };
  if (unit === 'm')
    return (
      <NumberInput
        {...props}
        {...labels}
        onBlur={onBlur}
        value={value}
        onChange={(next) => onChange?.(next)}
      />
    );
  const { decimalScale: _scale, max: _max, min: _min, step: _step, ...plain } = props;
  const formatted = typeof value === 'number' ? formatLength(value, unit) : value;
  return (
    <TextInput
      {...plain}
      {...labels}
      // Keeps the text while it is written; the owner of the value can round it, or ignore an unfinished text.
      value={text === undefined || value === '' ? formatted : text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange?.(parseFeet(currentTarget.value) ?? currentTarget.value);
      }}
      onBlur={(event) => {
        setText(undefined);
        onBlur?.(event);
      }}
    />
  );
}
