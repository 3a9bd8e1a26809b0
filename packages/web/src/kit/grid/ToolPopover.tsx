import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';

interface ToolPopoverProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** Content of the popover, rendered only while it is open, so that it can be loaded on demand. */
  readonly children: (close: () => void) => ReactNode;
}

/** Button in the toolbar of a list that opens a popover. */
export function ToolPopover({ children, icon, label }: ToolPopoverProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={300}
      trapFocus
      shadow="md"
      returnFocus
    >
      <Popover.Target>
        <Tooltip label={label}>
          <ActionIcon variant="default" size={30} aria-label={label} onClick={() => setOpened(!opened)}>
            {icon}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={10} aria-label={label}>
        <Suspense>{children(() => setOpened(false))}</Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
