import { memo, type MouseEvent } from 'react';
import classes from './grid.module.css';
import { columnText, type GridColumn } from './types.ts';

interface GridRowProps<T> {
  readonly domId: string;
  readonly id: string;
  readonly row: T;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly columns: readonly GridColumn<T>[];
  readonly template: string;
  readonly active: boolean;
  readonly open: boolean;
  readonly selected: boolean;
  readonly mark: 'unread' | undefined;
  /** Name for the checkbox; no checkbox without. */
  readonly name: string | undefined;
  readonly onToggle: (id: string) => void;
  readonly onActivate: (id: string) => void;
  readonly onOpen: ((row: T) => void) | undefined;
}

function GridRowPlain<T>(props: GridRowProps<T>) {
  const { row, id, columns, name } = props;
  const onClick = (event: MouseEvent) => {
    if (event.target instanceof HTMLElement && event.target.closest('a,button,input')) return;
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
      className={classes['row']}
      data-active={props.active || undefined}
      data-open={props.open || undefined}
      data-selected={props.selected || undefined}
      data-mark={props.mark}
      data-opens={props.onOpen ? true : undefined}
      style={{
        transform: `translateY(${props.top}px)`,
        height: props.height,
        gridTemplateColumns: props.template,
      }}
      onClick={onClick}
    >
      {name !== undefined && (
        <div role="gridcell" className={classes['check']}>
          <input
            type="checkbox"
            tabIndex={-1}
            checked={props.selected}
            aria-label={`Select ${name}`}
            onChange={() => props.onToggle(id)}
          />
        </div>
      )}
      {columns.map((column, index) => (
        <div
          key={column.id}
          role="gridcell"
          className={classes['cell']}
          data-align={column.align}
          data-mono={column.mono}
          data-sticky={index === 0 || undefined}
          data-checks={name === undefined ? undefined : true}
        >
          {column.cell ? <span>{column.cell(row)}</span> : <PlainText text={columnText(column, row)} />}
        </div>
      ))}
    </div>
  );
}

/** A row renders again only when its own data or marks change, however often the list is fetched. */
export const GridRow = memo(GridRowPlain) as typeof GridRowPlain;

/** The whole text on hover, where the column is too narrow for it. */
function PlainText({ text }: { readonly text: string }) {
  return text === '' ? <span className="mut">–</span> : <span title={text}>{text}</span>;
}
