import { Button, type ButtonProps, CopyButton } from '@mantine/core';

interface CopyTextButtonProps extends ButtonProps {
  /** Text that the button copies. */
  readonly text: string;
  readonly label: string;
  /** Name for screen readers, if the label is short. */
  readonly name?: string;
}

/** Button that copies a text, and shows that it did. */
export const CopyTextButton = ({ label, name, text, ...button }: CopyTextButtonProps) => (
  <CopyButton value={text}>
    {({ copied, copy }) => (
      <Button variant="default" aria-label={name} {...button} onClick={copy}>
        {copied ? 'Copied' : label}
      </Button>
    )}
  </CopyButton>
);
