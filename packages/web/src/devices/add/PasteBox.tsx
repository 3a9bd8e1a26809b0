import { Button, Textarea } from '@mantine/core';
import { CODE_INPUT } from '../../kit/form/typed-fields.tsx';

interface PasteBoxProps {
  /** Reduces the box to one line, because the list below needs the space. */
  readonly isShort: boolean;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onLines: (text: string) => void;
}

/**
 * Text box for device entries. It takes pasted lines at once, and typed lines when they end or the box loses
 * focus.
 */
export function PasteBox({ isShort, onLines, onType, text }: PasteBoxProps) {
  const take = (lines: string) => {
    if (lines.trim() !== '') onLines(lines);
    onType('');
  };
  return (
    <>
      <Textarea
        label={isShort ? 'Add more lines' : 'Serial numbers and claim codes'}
        description={
          isShort
            ? undefined
            : 'Paste one line per device: serial number, claim code and, if you like, a name. You can also paste cells from a spreadsheet.'
        }
        placeholder={'NLAP6C0000001042  K7M2Q-9XD4T  Lobby'}
        rows={isShort ? 1 : 3}
        resize="vertical"
        {...CODE_INPUT}
        data-autofocus={!isShort || undefined}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={text}
        onChange={(event) => {
          const next = event.currentTarget.value;
          if (next.includes('\n')) take(next);
          else onType(next);
        }}
        onPaste={(event) => {
          event.preventDefault();
          take(`${text}${event.clipboardData.getData('text/plain')}`);
        }}
        onBlur={() => text.trim() !== '' && take(text)}
      />
      {text.trim() !== '' && (
        <Button variant="default" mr="auto" onClick={() => take(text)}>
          Check lines
        </Button>
      )}
    </>
  );
}
