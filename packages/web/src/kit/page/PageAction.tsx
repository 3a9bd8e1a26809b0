import type { Permission } from '@northlight/contract';
import { Button } from '@mantine/core';
import { formatReason, GatedButton } from '../controls/GatedButton.tsx';
import { useIsInMenu } from './in-menu.ts';
import classes from './page.module.css';

interface PageActionProps {
  /** Permission from the server; absent for an action that everyone can use. */
  readonly can?: Permission;
  readonly disabled?: boolean;
  readonly loading?: boolean;
  /** Set in a group of which one choice is active. */
  readonly isChosen?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

/** Secondary action of a page: a button, or an item of the menu that contains it on a phone. */
export function PageAction({ isChosen, ...button }: PageActionProps) {
  const isInMenu = useIsInMenu();
  const { can, children, disabled, onClick } = button;
  if (isInMenu) {
    const reason = can && !can.allowed ? formatReason(can) : undefined;
    return (
      <button
        type="button"
        className={`row wrap between wide round hover ${classes['moreItem']}`}
        disabled={disabled}
        aria-disabled={reason !== undefined || undefined}
        aria-pressed={isChosen}
        onClick={reason === undefined ? onClick : undefined}
      >
        {children}
        {isChosen && <span aria-hidden="true">✓</span>}
        {reason !== undefined && <small className="wide">{reason}</small>}
      </button>
    );
  }
  return can ? (
    <GatedButton variant="default" {...button} can={can} />
  ) : (
    <Button variant="default" {...button} />
  );
}

/** Heading of a group of actions in the menu. */
export const MenuLabel = ({ children }: { readonly children: string }) => (
  <p className={`mut small strong ${classes['moreLabel']}`}>{children}</p>
);
