import { memo, type MouseEvent, type PointerEvent } from 'react';
import cards from './card.module.css';
import classes from './grid.module.css';
import { CardCells } from './CardCells.tsx';
import { renderCell } from './render-cell.tsx';
import type { GridColumn, RowMark } from './types.ts';

interface GridRowProps<T> {
  readonly domId: string;
  readonly id: string;
  readonly row: T;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly columns: readonly GridColumn<T>[];
  /** Columns of the layout; undefined for a card. */
  readonly template: string | undefined;
  readonly active: boolean;
  readonly open: boolean;
  readonly selected: boolean;
  readonly mark: RowMark | undefined;
  /** Name for the label of the row's checkbox; undefined for a row without a checkbox. */
  readonly name: string | undefined;
  readonly onToggle: (id: string) => void;
  readonly onActivate: (id: string) => void;
  readonly onOpen: ((row: T) => void) | undefined;
}

/**
 * Reduction of the line height (px), which keeps text above the bottom border and aligned with cells that
 * have icons.
 */
const BELOW_TEXT = 2;

function GridRowPlain<T>(props: GridRowProps<T>) {
  const { row, id, columns, name } = props;
  const isCard = props.template === undefined;
  const onClick = (event: MouseEvent) => {
    // An icon in a button is an SVG element.
    if (event.target instanceof Element && event.target.closest('a,button,input')) return;
    props.onActivate(id);
    props.onOpen?.(row);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid that holds the row has the keys
    <div
      role="row"
      id={props.domId}
      aria-rowindex={props.index + 2}
      aria-selected={name === undefined ? undefined : props.selected}
      className={
        isCard
          ? `grid wide raised absolute hover ${classes['row']} ${cards['card']}`
          : `grid wide raised absolute hover ${classes['row']}`
      }
      data-active={props.active || undefined}
      data-open={props.open || undefined}
      data-selected={props.selected || undefined}
      data-mark={props.mark}
      data-opens={props.onOpen ? true : undefined}
      data-checks={(isCard && name !== undefined) || undefined}
      style={{
        transform: `translateY(${props.top}px)`,
        height: props.height,
        ...(isCard
          ? undefined
          : { lineHeight: `${props.height - BELOW_TEXT}px`, gridTemplateColumns: props.template }),
      }}
      onClick={onClick}
    >
      {name !== undefined && (
        <div role="gridcell" className={`centre ${classes['check']}`} data-check>
          <input
            type="checkbox"
            tabIndex={-1}
            checked={props.selected}
            aria-label={`Select ${name}`}
            onChange={() => props.onToggle(id)}
          />
        </div>
      )}
      {isCard ? (
        <CardCells columns={columns} row={row} />
      ) : (
        columns.map((column, index) => {
          const content = renderCell(column, row);
          const isText = typeof content === 'string';
          return (
            <div
              key={column.id}
              role="gridcell"
              className={`shrink-x ellipsis ellipsis-inside ${classes['cell']}`}
              data-text={isText || undefined}
              data-align={column.align}
              data-mono={column.mono}
              data-sticky={index === 0 || undefined}
              data-checks={(index === 0 && name !== undefined) || undefined}
            >
              {content}
            </div>
          );
        })
      )}
    </div>
  );
}

/** Memoised, so that a row renders again only when its own data or state changes. */
export const GridRow = memo(GridRowPlain) as typeof GridRowPlain;

/** Sets the full text as tooltip where the column is too narrow for it. */
export function showFullTextIfCut({ target }: PointerEvent): void {
  if (target instanceof HTMLElement && target.dataset['text'] !== undefined)
    target.title = target.scrollWidth > target.clientWidth ? target.textContent : '';
}
