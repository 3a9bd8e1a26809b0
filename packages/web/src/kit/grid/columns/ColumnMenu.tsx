import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs';
import { lazy, memo } from 'react';
import type { ColumnChoicesProps } from './ColumnChoices.tsx';
import { ToolPopover } from '../ToolPopover.tsx';

// Loads the choices when the popover is opened for the first time.
const ColumnChoices = lazy(async () => ({ default: (await import('./ColumnChoices.tsx')).ColumnChoices }));

function ColumnMenuPlain(props: ColumnChoicesProps) {
  return (
    <ToolPopover label="Columns and density" icon={<IconColumns3 size={16} />}>
      {() => <ColumnChoices {...props} />}
    </ToolPopover>
  );
}

/** Button that opens the column settings in a popover. */
export const ColumnMenu = memo(ColumnMenuPlain);
