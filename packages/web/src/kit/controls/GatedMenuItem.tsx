import type { Permission } from '@northlight/contract';
import { Menu, type MenuItemProps, Text, VisuallyHidden } from '@mantine/core';
import type { ComponentProps } from 'react';
import classes from './controls.module.css';
import { formatReason } from './GatedButton.tsx';

interface GatedMenuItemProps extends MenuItemProps, Omit<ComponentProps<'button'>, keyof MenuItemProps> {
  readonly can: Permission;
  /** True for a destructive action, which is styled as dangerous. */
  readonly danger?: boolean;
  /** True if the menu shows the reason once for all its items. It stays part of the item for screen readers. */
  readonly isReasonHidden?: boolean;
}

/** A menu item that stays visible without permission and shows the reason below its name. */
export function GatedMenuItem(props: GatedMenuItemProps) {
  const { can, children, danger, isReasonHidden = false, onClick, ...rest } = props;
  const reason = can.allowed ? undefined : formatReason(can);
  return (
    <Menu.Item
      {...rest}
      aria-disabled={reason !== undefined || undefined}
      data-disabled={reason !== undefined || undefined}
      className={`${danger && can.allowed ? 'err' : ''} ${classes['gatedItem']}`}
      closeMenuOnClick={reason === undefined}
      onClick={reason === undefined ? onClick : undefined}
    >
      {children}
      {reason !== undefined && isReasonHidden && <VisuallyHidden>{reason}</VisuallyHidden>}
      {reason !== undefined && !isReasonHidden && (
        <Text component="span" display="block" size="xs" c="dimmed">
          {reason}
        </Text>
      )}
    </Menu.Item>
  );
}
