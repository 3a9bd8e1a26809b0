import { formatMask } from '@northlight/contract/net';
import { Select, type SelectProps } from '@mantine/core';

const SHORTEST = 8;
const LONGEST = 30;
const OPTIONS = Array.from({ length: LONGEST - SHORTEST + 1 }, (_each, index) => {
  const prefix = LONGEST - index;
  return { value: String(prefix), label: `/${prefix}  ${formatMask(prefix)}` };
});

interface PrefixFieldProps extends Omit<SelectProps, 'value' | 'onChange' | 'data' | 'defaultValue'> {
  readonly value: number;
  readonly onChange: (prefix: number) => void;
}

/** Length of the mask, with the dotted form and the room that it gives. */
export function PrefixField({ value, onChange, ...rest }: PrefixFieldProps) {
  return (
    <Select
      label="Mask"
      description={`${(2 ** (32 - value) - 2).toLocaleString('en-US')} addresses`}
      data={OPTIONS}
      allowDeselect={false}
      searchable
      value={String(value)}
      onChange={(next) => next !== null && onChange(Number(next))}
      {...rest}
    />
  );
}
