import type { OnlineClient } from '@northlight/contract';
import { createTextSearch, parseIpv4 } from '@northlight/contract/net';
import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { createField } from '../../../kit/form/create-field.tsx';
import { cleanAddress } from '../../../kit/form/typed-text.ts';
import { CODE_INPUT } from '../../../kit/form/typed-fields.tsx';

/** Maximum number of clients in the list of suggestions. */
const MAX_SUGGESTIONS = 30;

interface HostFieldProps extends Omit<AutocompleteProps, 'data' | 'filter' | 'renderOption'> {
  /** Clients to suggest; those without an address are left out. */
  readonly clients: readonly Pick<OnlineClient, 'ip' | 'mac' | 'name'>[];
}

/** Field for the IP address of a host, which suggests clients by a part of their name, address or MAC. */
function HostInput({ clients, ...input }: HostFieldProps) {
  const byIp = new Map(clients.flatMap((client) => (client.ip ? [[client.ip, client] as const] : [])));
  return (
    <Autocomplete
      {...CODE_INPUT}
      {...input}
      onChange={(text) => {
        const address = cleanAddress(text);
        input.onChange?.(parseIpv4(address) === undefined ? text : address);
      }}
      data={[...byIp.keys()]}
      limit={MAX_SUGGESTIONS}
      filter={({ options, search }) => {
        const contains = createTextSearch(search);
        return options.filter((option) => {
          const client = 'value' in option ? byIp.get(option.value) : undefined;
          return client && contains(client.ip, client.mac, client.name);
        });
      }}
      renderOption={({ option: { value } }) => (
        <span className="grid">
          {byIp.get(value)?.name || byIp.get(value)?.mac}
          <span className="mut">{value}</span>
        </span>
      )}
    />
  );
}

export const HostField = createField<HostFieldProps>(HostInput, ({ value }) => value);
