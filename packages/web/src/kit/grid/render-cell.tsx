import { Fragment, isValidElement, type ReactNode } from 'react';
import { getColumnText, type GridColumn } from './types.ts';

/**
 * Renders the content of a cell. Wraps it in an element only if necessary, because hundreds of cells are
 * visible.
 */
export function renderCell<T>(column: GridColumn<T>, row: T): ReactNode {
  const content = column.cell
    ? column.cell(row)
    : getColumnText(column, row) || <span className="mut">–</span>;
  const isOne = typeof content === 'string' || (isValidElement(content) && content.type !== Fragment);
  return isOne ? content : <span>{content}</span>;
}
