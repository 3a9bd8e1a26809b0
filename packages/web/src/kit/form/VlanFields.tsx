import { Select, type SelectProps, TagsInput, type TagsInputProps } from '@mantine/core';
import { useState } from 'react';
import { createField } from './create-field.tsx';
import { ALL_VLANS_TOKEN, formatVlanToken, type NamedVlan, toVlanText, toVlanTokens } from './vlan-tokens.ts';

interface NamedVlans {
  /** Networks of the gateway, offered by name; empty without a gateway. */
  readonly networks: readonly NamedVlan[];
  /** VLAN IDs as text; empty without a VLAN. */
  readonly value?: string;
  readonly onChange: (value: string) => void;
}

type VlanFieldProps = Omit<SelectProps, 'value' | 'onChange' | 'data'> & NamedVlans;

/** Selects one VLAN by name; an ID that is not on the gateway can be typed. */
export const VlanField = createField<VlanFieldProps>(
  function VlanSelect({ networks, onChange, value = '', ...rest }) {
    const [typed, setTyped] = useState('');
    const known = new Set(networks.map(({ id }) => String(id)));
    const added = [...new Set([value, typed.trim()])].filter((id) => /^\d+$/.test(id) && !known.has(id));
    const options = networks.map(({ id }) => ({ value: String(id), label: formatVlanToken(id, networks) }));
    return (
      <Select
        searchable
        allowDeselect={false}
        data={[...options, ...added.map((id) => ({ value: id, label: toUnnamed(id, networks) }))]}
        value={value === '' ? null : value}
        onSearchChange={setTyped}
        onChange={(next) => onChange(next ?? '')}
        nothingFoundMessage="Enter a VLAN ID or a name"
        {...rest}
      />
    );
  },
  ({ networks, value = '' }) => value !== '' && formatVlanToken(Number(value), networks),
);

const toUnnamed = (id: string, networks: readonly NamedVlan[]): string =>
  networks.length === 0 ? id : `${id}, not on the gateway`;

type VlansFieldProps = Omit<TagsInputProps, 'value' | 'onChange' | 'data'> & NamedVlans;

/** Selects several VLANs by name, or all; IDs and ranges such as `10-13` can be typed. */
export const VlansField = createField<VlansFieldProps>(
  ({ networks, onChange, value = '', ...rest }) => (
    <TagsInput
      data={[ALL_VLANS_TOKEN, ...networks.map(({ id }) => formatVlanToken(id, networks))]}
      value={toVlanTokens(value, networks)}
      onChange={(tokens) => onChange(toVlanText(tokens, networks))}
      acceptValueOnBlur
      splitChars={[',', ';']}
      maxDropdownHeight={240}
      {...rest}
    />
  ),
  ({ networks, value = '' }) => toVlanTokens(value, networks).join(', '),
);
