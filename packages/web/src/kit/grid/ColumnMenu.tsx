import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs';
import { lazy, memo, Suspense, useState } from 'react';
import type { ColumnChoicesProps } from './ColumnChoices.tsx';

// Loaded when the menu is first opened.
const ColumnChoices = lazy(async () => ({ default: (await import('./ColumnChoices.tsx')).ColumnChoices }));

function ColumnMenuPlain(props: ColumnChoicesProps) {
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
        <Tooltip label="Columns and density">
          <ActionIcon
            variant="default"
            size={30}
            aria-label="Columns and density"
            onClick={() => setOpened(!opened)}
          >
            <IconColumns3 size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={10} aria-label="Columns and density">
        <Suspense>
          <ColumnChoices {...props} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Button for the column settings and its popover. */
export const ColumnMenu = memo(ColumnMenuPlain);
