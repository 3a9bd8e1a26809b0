import { TextInput, type TextInputProps } from '@mantine/core';

/** Text field for an IPv4 address in dotted decimal. */
export function Ipv4Field(props: TextInputProps) {
  return <TextInput inputMode="decimal" autoComplete="off" spellCheck={false} maxLength={18} {...props} />;
}
