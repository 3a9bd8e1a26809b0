import { formatMask } from '@northlight/contract/net';
import type { SelectProps } from '@mantine/core';
import { formatPlural } from '../format/index.ts';
import { SelectField } from './fields.tsx';

/** Range of prefix lengths for networks with clients. */
const CLIENT_PREFIXES = { shortest: 8, longest: 30 };

const listOptions = ({ longest, shortest }: typeof CLIENT_PREFIXES) =>
  Array.from({ length: longest - shortest + 1 }, (_each, index) => {
    const prefix = longest - index;
    return { value: String(prefix), label: `/${prefix}  ${formatMask(prefix)}` };
  });

/**
 * Returns the number of host addresses. /31 and /32 have no network and broadcast address, so all their
 * addresses count.
 */
const hostCount = (prefix: number): number => 2 ** (32 - prefix) - (prefix > 30 ? 0 : 2);

interface PrefixFieldProps extends Omit<SelectProps, 'value' | 'onChange' | 'data' | 'defaultValue'> {
  readonly value: number;
  readonly onChange: (prefix: number) => void;
  readonly range?: typeof CLIENT_PREFIXES;
}

/** Selects a prefix length; each option shows the dotted mask and the number of addresses. */
export function PrefixField({ value, onChange, range = CLIENT_PREFIXES, ...rest }: PrefixFieldProps) {
  return (
    <SelectField
      label="Mask"
      description={formatPlural(hostCount(value), 'address', 'addresses')}
      data={listOptions(range)}
      allowDeselect={false}
      searchable
      value={String(value)}
      onChange={(next) => next !== null && onChange(Number(next))}
      {...rest}
    />
  );
}
