import { Anchor, PinInput, Text } from '@mantine/core';
import { CODE_MINUTES, EMAIL_CODE_DIGITS, isMobile } from '@northlight/contract';
import { useEffect, useId, useState } from 'react';
import { toErrorSentence } from '../kit/api/api-error.ts';
import { findCodeDigits } from './account-input.ts';
import { type CodeFlow, countSecondsUntil } from './code-flow.ts';
import type { SignInOptions } from './use-sign-in-options.ts';

interface CodeFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly flow: CodeFlow;
  readonly options: SignInOptions | undefined;
  readonly onBack: () => void;
  readonly onResend: () => Promise<void>;
}

export function CodeField({ value, onChange, error, flow, options, onBack, onResend }: CodeFieldProps) {
  const id = useId();
  const isNumber = isMobile(flow.account);
  return (
    <div>
      <p className="row wrap between below">
        <span>
          Sent to <strong>{flow.account}</strong>
        </span>{' '}
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          {isNumber ? 'Use another number' : 'Use another address'}
        </Anchor>
      </p>
      <Text span display="block" fw={500} mb={4} id={`${id}-label`}>
        Code
      </Text>
      <PinInput
        length={findCodeDigits(flow.account, options) ?? EMAIL_CODE_DIGITS}
        type="number"
        size="md"
        gap={8}
        placeholder=""
        oneTimeCode
        autoFocus
        aria-labelledby={`${id}-label`}
        ariaLabel="Digit of the code"
        classNames={{ root: 'wide', pinInput: 'grow shrink-x' }}
        value={value}
        onChange={onChange}
        error={error !== undefined}
      />
      {error && (
        <p className="err small" role="alert">
          {error}
        </p>
      )}
      <Text size="xs" c="dimmed" mt={6}>
        Valid for {CODE_MINUTES} min. <Resend resendAt={flow.resendAt} onResend={onResend} />
      </Text>
      {options?.outboxUrl && (
        <Text size="xs" c="dimmed" mt={2}>
          {isNumber ? 'No SMS gateway' : 'No mail server'} is configured. Find the code in{' '}
          <Anchor href={options.outboxUrl} target="_blank" size="xs">
            the outbox
          </Anchor>
          .
        </Text>
      )}
    </div>
  );
}

interface ResendProps {
  readonly resendAt: number;
  readonly onResend: () => Promise<void>;
}

/** Link that sends another code; until another code is allowed, the remaining seconds. */
function Resend({ resendAt, onResend }: ResendProps) {
  const [now, setNow] = useState(() => Date.now());
  const [problem, setProblem] = useState<string>();
  const seconds = countSecondsUntil(resendAt, now);
  const waiting = seconds > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [waiting]);
  const resend = () => {
    setProblem(undefined);
    onResend().then(
      () => setNow(Date.now()),
      (error: unknown) => setProblem(toErrorSentence(error)),
    );
  };
  if (waiting) return <>{`Resend in ${seconds}\u00a0s.`}</>;
  return (
    <>
      <Anchor component="button" type="button" size="xs" onClick={resend}>
        Resend code
      </Anchor>
      .
      {problem && (
        <span className="err small" role="alert">
          {' '}
          {problem}
        </span>
      )}
    </>
  );
}
