import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs';
import { lazy, memo } from 'react';
import type { FilterChoicesProps } from './FilterChoices.tsx';
import { ToolPopover } from '../ToolPopover.tsx';

// Loads the choices when the popover is opened for the first time.
const FilterChoices = lazy(async () => ({ default: (await import('./FilterChoices.tsx')).FilterChoices }));

function SavedFiltersPlain(props: Omit<FilterChoicesProps, 'onClose'>) {
  return (
    <ToolPopover label="Saved filters" icon={<IconBookmark size={16} />}>
      {(close) => <FilterChoices {...props} onClose={close} />}
    </ToolPopover>
  );
}

/** Button that opens the saved filters of a list in a popover. */
export const SavedFilters = memo(SavedFiltersPlain);
