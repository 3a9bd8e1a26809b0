import { createTextSearch } from '@northlight/contract/net';
import { type FacetValue, listFacetValues } from './filter.ts';
import type { GridColumn } from '../types.ts';

const MAX_SUGGESTIONS = 12;
/** Number of typed characters from which values are suggested without their column. */
const MIN_VALUE_LENGTH = 2;
const MAX_VALUES_PER_COLUMN = 3;

export interface Suggestion {
  readonly value: string;
  /** True for a complete token, which is added to the filter; an incomplete one stays in the field. */
  readonly done: boolean;
  /** Number of rows with the value; absent for an incomplete token and for an excluded value. */
  readonly count?: number;
}

/** Suggests columns, and values that contain the text; after a column name, the values of this column in the rows. */
export function suggestFilters<T>(
  text: string,
  facets: readonly GridColumn<T>[],
  rows: readonly T[],
): Suggestion[] {
  const typed = text.trim().toLowerCase();
  const named = facets.find(
    ({ header }) =>
      typed.startsWith(`${header.toLowerCase()} =`) || typed.startsWith(`${header.toLowerCase()} !=`),
  );
  if (named) {
    const operator = typed.includes('!=') ? '!=' : '=';
    const part = typed.slice(typed.indexOf(operator) + operator.length).trim();
    return findValues(named, rows, part)
      .slice(0, MAX_SUGGESTIONS)
      .map(({ count, value }) => ({
        value: `${named.header} ${operator} ${value}`,
        done: true,
        ...(operator === '=' && { count }),
      }));
  }
  const columns = facets
    .filter(({ header }) => header.toLowerCase().includes(typed))
    .map(({ header }) => ({ value: `${header} = `, done: false }));
  const values =
    typed.length < MIN_VALUE_LENGTH ? [] : facets.flatMap((column) => suggestValues(column, rows, typed));
  return [...columns, ...values].slice(0, MAX_SUGGESTIONS);
}

const suggestValues = <T>(column: GridColumn<T>, rows: readonly T[], typed: string): Suggestion[] =>
  findValues(column, rows, typed)
    .filter(({ count }) => count > 0)
    .slice(0, MAX_VALUES_PER_COLUMN)
    .map(({ count, value }) => ({ value: `${column.header} = ${value}`, done: true, count }));

function findValues<T>(column: GridColumn<T>, rows: readonly T[], part: string): FacetValue[] {
  const contains = createTextSearch(part);
  return listFacetValues(rows, column).filter(({ value }) => contains(value));
}
