import type { ChangeEvent, ComponentProps, SyntheticEvent } from 'react';
import { TextField } from './fields.tsx';
import { cleanAddress, cleanNumber, splitNetwork, type TypedNetwork } from './typed-text.ts';

/** Attributes of an input whose text is not language: no program may correct or capitalise it. */
export const CODE_INPUT = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} as const;

type FieldProps = ComponentProps<typeof TextField>;

/** Field for an SSID, a serial number, a name of few characters, or another code. */
export const CodeField = (props: FieldProps) => <TextField {...CODE_INPUT} {...props} />;

/** Returns a field for a code whose text is cleaned while it is typed or pasted. */
function createCleanField(clean: (text: string) => string, attributes: FieldProps = {}) {
  return function CleanField({ onChange, ...rest }: FieldProps) {
    return <CodeField {...attributes} {...rest} onChange={(event) => onChange?.(cleanInput(event, clean))} />;
  };
}

/** Cleans the text of an input before the form reads it. */
function cleanInput(
  event: ChangeEvent<HTMLInputElement>,
  clean: (text: string) => string,
): ChangeEvent<HTMLInputElement> {
  const { currentTarget } = event;
  const text = clean(currentTarget.value);
  // Setting an equal text would move the caret to the end.
  if (text !== currentTarget.value) currentTarget.value = text;
  return event;
}

export const MacField = createCleanField(cleanNumber);

/** Field for a number. */
export const DigitsField = createCleanField(cleanNumber, { inputMode: 'numeric' });

/** Field for several numbers with semicolons and ranges, for which numeric keypads have no keys. */
export const PortsField = createCleanField(cleanNumber);

const AddressField = createCleanField(cleanAddress);

interface Ipv4FieldProps extends FieldProps {
  /** Receives a pasted or typed `192.168.20.1/24`, for a form with a field for the mask. */
  readonly onNetwork?: (network: TypedNetwork) => void;
}

/** Field for an IP address. It has the full keyboard: the decimal keypads of some regions have no dot. */
export function Ipv4Field({ onNetwork, ...props }: Ipv4FieldProps) {
  if (!onNetwork) return <AddressField {...props} />;
  const split = ({ currentTarget }: SyntheticEvent<HTMLInputElement>): boolean => {
    const network = splitNetwork(currentTarget.value);
    if (network) onNetwork(network);
    return network !== undefined;
  };
  return (
    <CodeField
      {...props}
      onChange={(event) => {
        // A typed mask is complete when the user leaves the field.
        const { inputType } = event.nativeEvent as InputEvent;
        if (inputType === 'insertFromPaste' && split(event)) return;
        const { value } = event.currentTarget;
        const isNetwork = value.includes('/') || splitNetwork(value) !== undefined;
        props.onChange?.(isNetwork ? event : cleanInput(event, cleanAddress));
      }}
      onKeyDown={(event) => event.key === 'Enter' && split(event)}
      onBlur={(event) => {
        if (!split(event)) props.onBlur?.(event);
      }}
    />
  );
}
