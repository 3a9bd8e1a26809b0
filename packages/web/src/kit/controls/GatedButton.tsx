import { ERRORS, type Permission } from '@northlight/contract';
import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { type ComponentProps, useId } from 'react';

interface GatedButtonProps extends ButtonProps, Omit<ComponentProps<'button'>, keyof ButtonProps> {
  /** What the server says about it; the sentence is shown and read out when it is off. */
  readonly can: Permission | undefined;
}

/** Stays where it is when it cannot be used, reachable by keyboard, and says why. */
export function GatedButton({ can, onClick, disabled, children, ...rest }: GatedButtonProps) {
  const id = useId();
  const reason = can && !can.allowed ? reasonOf(can) : undefined;
  const off = reason !== undefined || can === undefined;
  return (
    <>
      <Tooltip label={reason} disabled={reason === undefined}>
        <Button
          {...rest}
          disabled={disabled}
          data-disabled={off || undefined}
          aria-disabled={off || undefined}
          aria-describedby={reason === undefined ? undefined : id}
          onClick={off ? (event) => event.preventDefault() : onClick}
        >
          {children}
        </Button>
      </Tooltip>
      {reason !== undefined && (
        <span id={id} hidden>
          {reason}
        </span>
      )}
    </>
  );
}

/** Why it is off, and who could change that. */
export const reasonOf = ({ reason, askWho }: Extract<Permission, { allowed: false }>): string =>
  askWho === undefined ? reason : `${reason}${reason.endsWith('.') ? '' : '.'} ${askWho} can grant more.`;

/** Off for a reason that the page knows by itself. */
export const off = (reason: string): Permission => ({
  allowed: false,
  code: ERRORS.invalidParameters.code,
  reason,
});
