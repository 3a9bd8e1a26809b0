import { Age, formatShortTime, formatTime } from '../../format/index.ts';
import type { GridColumn } from '../types.ts';

interface MomentColumn<T> extends Omit<GridColumn<T>, 'value' | 'text' | 'cell'> {
  /** Moment of a row (ISO). */
  readonly at: (row: T) => string | undefined;
}

/** Returns a column with a moment in full; a row without one is last, and shows `absent`. */
export const createTimeColumn = <T,>(
  timeZone: string,
  { absent = '', at, ...column }: MomentColumn<T> & { readonly absent?: string },
): GridColumn<T> => ({
  ...column,
  value: at,
  text: (row) => {
    const moment = at(row);
    return moment === undefined ? absent : formatTime(moment, timeZone);
  },
});

/** Returns the column with the time of a record; a card shows it short. */
export const createRecordTimeColumn = <T extends { readonly at: string }>(
  timeZone: string,
): GridColumn<T> => ({
  ...createTimeColumn<T>(timeZone, {
    id: 'time',
    header: 'Time',
    card: 'detail',
    width: 170,
    at: (row) => row.at,
  }),
  cardCell: (row) => formatShortTime(row.at, timeZone),
});

/** Returns a column with the age of a moment, the youngest first; the search leaves it out. */
export const createAgeColumn = <T,>(
  timeZone: string,
  { at, verb, ...column }: MomentColumn<T> & { readonly verb?: string },
): GridColumn<T> => ({
  ...column,
  align: 'right',
  value: (row) => {
    const moment = at(row);
    return moment === undefined ? undefined : -Date.parse(moment);
  },
  text: () => '',
  cell: (row) => <Age at={at(row)} timeZone={timeZone} {...(verb !== undefined && { verb })} />,
});
