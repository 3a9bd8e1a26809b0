import { TextField } from './fields.tsx';

export function Ipv4Field(props: React.ComponentProps<typeof TextField>) {
  return <TextField inputMode="decimal" autoComplete="off" spellCheck={false} maxLength={18} {...props} />;
}
