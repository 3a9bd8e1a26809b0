import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import IconSelector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs';
import type { SortingState } from '@tanstack/react-table';
import type { KeyboardEvent } from 'react';
import classes from './grid.module.css';
import { HeaderCheck, type HeaderCheckbox } from './HeaderCheck.tsx';
import type { GridColumn } from './types.ts';
import type { useGridTable } from './use-grid-table.ts';

const KEY_STEP = 16;

interface GridHeaderProps<T> {
  readonly table: ReturnType<typeof useGridTable<T>>['table'];
  readonly columns: readonly GridColumn<T>[];
  readonly template: string;
  readonly sorting: SortingState;
  /** True if a click on a header changes the order; otherwise headers only show it. */
  readonly sortable: boolean;
  readonly checkbox: HeaderCheckbox | undefined;
}

export function GridHeader<T>({ table, columns, template, sorting, sortable, checkbox }: GridHeaderProps<T>) {
  const headers = new Map(
    table.getHeaderGroups().flatMap(({ headers }) => headers.map((header) => [header.id, header] as const)),
  );
  const sort = sorting[0];
  return (
    <div role="rowgroup" className={`sticky ${classes['head']}`}>
      <div
        role="row"
        aria-rowindex={1}
        className={`grid wide inset ${classes['headRow']}`}
        style={{ gridTemplateColumns: template }}
      >
        {checkbox && (
          <div role="columnheader" className={`centre ${classes['check']}`} aria-label="Selection">
            <HeaderCheck {...checkbox} />
          </div>
        )}
        {columns.map((column, index) => {
          const header = headers.get(column.id);
          const direction = sort?.id === column.id ? (sort.desc ? 'descending' : 'ascending') : undefined;
          const resize = (event: KeyboardEvent) => {
            if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
            event.preventDefault();
            const width = header?.column.getSize() ?? column.width;
            table.setColumnSizing((old) => ({
              ...old,
              [column.id]: Math.max(48, width + (event.key === 'ArrowLeft' ? -KEY_STEP : KEY_STEP)),
            }));
          };
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-sort={direction ?? 'none'}
              className={`flex shrink-x inset relative ${classes['headCell']}`}
              data-align={column.align}
              data-sticky={index === 0 || undefined}
              data-checks={checkbox ? true : undefined}
              tabIndex={sortable ? undefined : 0}
              onKeyDown={sortable ? undefined : resize}
            >
              {sortable ? (
                <button
                  type="button"
                  className={`row gap-2 wide clipped mut small strong nowrap ${classes['sort']}`}
                  data-sorted={direction}
                  onClick={() => header?.column.toggleSorting(direction === 'ascending')}
                  onKeyDown={resize}
                >
                  <span className="ellipsis">{column.header}</span>
                  <SortMark direction={direction} />
                </button>
              ) : (
                <span
                  className={`row gap-2 wide clipped mut small strong nowrap ${classes['sort']}`}
                  data-fixed
                  data-sorted={direction}
                >
                  <span className="ellipsis">{column.header}</span>
                  {direction && <SortMark direction={direction} />}
                </span>
              )}
              <span
                className={`absolute ${classes['grip']}`}
                aria-hidden="true"
                data-resizing={header?.column.getIsResizing() || undefined}
                onMouseDown={header?.getResizeHandler()}
                onTouchStart={header?.getResizeHandler()}
                onDoubleClick={() => header?.column.resetSize()}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function SortMark({ direction }: { readonly direction: 'ascending' | 'descending' | undefined }) {
  if (direction === 'ascending') return <IconChevronUp size={13} aria-hidden />;
  if (direction === 'descending') return <IconChevronDown size={13} aria-hidden />;
  return <IconSelector size={12} opacity={0.45} aria-hidden />;
}
