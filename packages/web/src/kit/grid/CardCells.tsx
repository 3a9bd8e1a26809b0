import type { ReactNode } from 'react';
import classes from './card.module.css';
import { renderCell } from './render-cell.tsx';
import { getColumnText, type GridColumn } from './types.ts';

interface CardCellsProps<T> {
  /** Columns of the card: title or event, state, details. */
  readonly columns: readonly GridColumn<T>[];
  readonly row: T;
}

/** Cells of a row as a card: title and state in one line or an event in two, then one or two lines of details. Details without a value are left out. */
export function CardCells<T>({ columns, row }: CardCellsProps<T>) {
  const [title] = columns;
  const lines =
    title?.card === 'event' ? [title] : columns.filter(({ card }) => card === 'title' || card === 'state');
  const details = columns.filter((column) => !lines.includes(column) && isDetailShown(column, row));
  const further = details.filter(({ card }) => card === 'more');
  return (
    <>
      {lines.map((column) => (
        <div
          key={column.id}
          role="gridcell"
          className={`row shrink-x ellipsis ellipsis-inside ${classes['line']}`}
          data-part={column.card}
        >
          <span>{renderInCard(column, row)}</span>
        </div>
      ))}
      <Details columns={details.filter((column) => !further.includes(column))} row={row} />
      {further.length > 0 && <Details columns={further} row={row} />}
    </>
  );
}

function Details<T>({ columns, row }: CardCellsProps<T>) {
  return (
    <div role="presentation" className={`row shrink-x clipped mut small nowrap ${classes['details']}`}>
      {columns.map((column) => (
        <div
          key={column.id}
          role="gridcell"
          className={`row fixed gap-4 clipped ellipsis-inside ${classes['detail']}`}
          data-part={column.card}
        >
          {column.card !== 'detail' && column.card !== 'state' && `${column.header.replace(/ \(.*\)$/, '')} `}
          <span>{renderInCard(column, row)}</span>
        </div>
      ))}
    </div>
  );
}

const renderInCard = <T,>(column: GridColumn<T>, row: T): ReactNode =>
  column.cardCell ? column.cardCell(row) : renderCell(column, row);

const isDetailShown = <T,>(column: GridColumn<T>, row: T): boolean =>
  column.isInCard?.(row) ?? hasValue(column, row);

const hasValue = <T,>(column: GridColumn<T>, row: T): boolean =>
  column.value(row) !== undefined || (column.text !== undefined && getColumnText(column, row) !== '');
