import type { OnlineClient } from '@northlight/contract';
import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { createField } from '../../kit/form/create-field.tsx';
import classes from './gateway.module.css';

/** Maximum number of clients in the list of suggestions. */
const MAX_SUGGESTIONS = 30;

interface HostFieldProps extends Omit<AutocompleteProps, 'data' | 'filter' | 'renderOption'> {
  /** Clients to suggest; those without an address are left out. */
  readonly clients: readonly Pick<OnlineClient, 'ip' | 'mac' | 'name'>[];
}

/** Field for the IP address of a host, which suggests clients by a part of their name, address or MAC. */
function HostInput({ clients, ...input }: HostFieldProps) {
  const byIp = new Map(clients.flatMap((client) => (client.ip ? [[client.ip, client] as const] : [])));
  const matches = (ip: string, search: string): boolean => {
    const { mac = '', name = '' } = byIp.get(ip) ?? {};
    return [ip, mac, name].some((text) => text.toLowerCase().includes(search));
  };
  return (
    <Autocomplete
      autoComplete="off"
      spellCheck={false}
      {...input}
      data={[...byIp.keys()]}
      limit={MAX_SUGGESTIONS}
      filter={({ options, search }) => {
        const text = search.trim().toLowerCase();
        return options.filter((option) => 'value' in option && matches(option.value, text));
      }}
      renderOption={({ option: { value } }) => (
        <span className={classes['host']}>
          {byIp.get(value)?.name || byIp.get(value)?.mac}
          <span className="mut">{value}</span>
        </span>
      )}
    />
  );
}

export const HostField = createField<HostFieldProps>(HostInput, ({ value }) => value);
