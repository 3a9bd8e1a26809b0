import { ActionIcon, Menu } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import type { ReactNode } from 'react';
import { GatedMenuItem } from '../controls/GatedMenuItem.tsx';
import { type MenuParts, MenuPartsContext, type PageActionProps } from './menu-parts.ts';

const WIDTH = 260;
const PARTS: MenuParts = { Item, Label: Menu.Label };

/** Menu with the secondary actions of a page, for a phone. */
export function MoreMenu({ children }: { readonly children: ReactNode }) {
  return (
    <Menu position="bottom-end" width={WIDTH}>
      <Menu.Target>
        <ActionIcon variant="default" size={44} aria-label="More actions">
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuPartsContext value={PARTS}>{children}</MenuPartsContext>
      </Menu.Dropdown>
    </Menu>
  );
}

function Item({ can, children, disabled = false, isChosen = false, onClick }: PageActionProps) {
  const check = isChosen && <IconCheck size={16} aria-label="Selected" />;
  return can ? (
    <GatedMenuItem can={can} disabled={disabled} rightSection={check} onClick={onClick}>
      {children}
    </GatedMenuItem>
  ) : (
    <Menu.Item disabled={disabled} rightSection={check} onClick={onClick}>
      {children}
    </Menu.Item>
  );
}
