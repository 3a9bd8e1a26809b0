import { Anchor, PinInput, Text } from '@mantine/core';
import { CODE_MINUTES, EMAIL_CODE_DIGITS } from '@northlight/contract';
import { useId } from 'react';
import classes from './accounts.module.css';

interface CodeFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly account: string;
  readonly onBack: () => void;
  /** Where codes are kept when no mail server is set. */
  readonly outboxUrl: string | undefined;
}

export function CodeField({ value, onChange, error, account, onBack, outboxUrl }: CodeFieldProps) {
  const id = useId();
  return (
    <div>
      <span className={classes['pinLabel']} id={`${id}-label`}>
        Code
      </span>
      <PinInput
        length={EMAIL_CODE_DIGITS}
        type="number"
        size="sm"
        oneTimeCode
        autoFocus
        aria-label="Digit of the code"
        value={value}
        onChange={onChange}
        error={error !== undefined}
      />
      {error && (
        <p className={classes['pinError']} role="alert">
          {error}
        </p>
      )}
      <Text size="xs" c="dimmed" mt={6}>
        Sent to {account}, good for {CODE_MINUTES} minutes.{' '}
        <Anchor component="button" type="button" size="xs" onClick={onBack}>
          Use another address
        </Anchor>
        .
        {outboxUrl && (
          <>
            {' '}
            No mail server is set here, so the code waits in{' '}
            <Anchor href={outboxUrl} target="_blank" size="xs">
              the outbox
            </Anchor>
            .
          </>
        )}
      </Text>
    </div>
  );
}
