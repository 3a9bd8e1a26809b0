import { formatMask } from '@northlight/contract/net';
import { Select, type SelectProps } from '@mantine/core';
import { plural } from '../format/index.ts';

/** Lengths of networks that clients live in. */
const CLIENT_NETWORKS = { shortest: 8, longest: 30 };

const optionsOf = ({ longest, shortest }: typeof CLIENT_NETWORKS) =>
  Array.from({ length: longest - shortest + 1 }, (_each, index) => {
    const prefix = longest - index;
    return { value: String(prefix), label: `/${prefix}  ${formatMask(prefix)}` };
  });

/** Addresses that hosts may have; of a network of one or two, all. */
const roomOf = (prefix: number): number => 2 ** (32 - prefix) - (prefix > 30 ? 0 : 2);

interface PrefixFieldProps extends Omit<SelectProps, 'value' | 'onChange' | 'data' | 'defaultValue'> {
  readonly value: number;
  readonly onChange: (prefix: number) => void;
  readonly range?: typeof CLIENT_NETWORKS;
}

/** Length of the mask, with the dotted form and the room that it gives. */
export function PrefixField({ value, onChange, range = CLIENT_NETWORKS, ...rest }: PrefixFieldProps) {
  return (
    <Select
      label="Mask"
      description={plural(roomOf(value), 'address', 'addresses')}
      data={optionsOf(range)}
      allowDeselect={false}
      searchable
      value={String(value)}
      onChange={(next) => next !== null && onChange(Number(next))}
      {...rest}
    />
  );
}
