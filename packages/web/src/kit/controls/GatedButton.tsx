import { ERRORS, type Permission } from '@northlight/contract';
import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { type ComponentProps, useId } from 'react';
import classes from './controls.module.css';

interface GatedButtonProps extends ButtonProps, Omit<ComponentProps<'button'>, keyof ButtonProps> {
  /**
   * Permission from the server; undefined while loading. The tooltip and the description show the reason of a
   * refusal.
   */
  readonly can: Permission | undefined;
}

/**
 * A button that stays focusable without permission and explains why it is not available: in its tooltip, and without
 * a mouse as text where its container has room for a line (`data-reasons`).
 */
export function GatedButton({ can, onClick, disabled, children, ...rest }: GatedButtonProps) {
  const id = useId();
  const reason = can && !can.allowed ? formatReason(can) : undefined;
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
        <span id={id} className={classes['reason']}>
          {reason}
        </span>
      )}
    </>
  );
}

/** Formats the reason of a refusal and the person to ask for permission. */
export const formatReason = ({ reason, askWho }: Extract<Permission, { allowed: false }>): string =>
  askWho === undefined ? reason : `${reason}${reason.endsWith('.') ? '' : '.'} Ask ${askWho} for permission.`;

/** Returns a denied permission with a reason that the page knows, without a request to the server. */
export const deny = (reason: string): Permission => ({
  allowed: false,
  code: ERRORS.invalidParameters.code,
  reason,
});
