import { describe, expect, it, test } from 'vitest';
import { listFacetValues, filterRows, parseToken, readFilter, writeFilter } from './filter.ts';
import type { GridColumn } from '../types.ts';

interface Row {
  readonly name: string;
  readonly state: string;
}
const columns: readonly GridColumn<Row>[] = [
  { id: 'name', header: 'Name', width: 100, value: (row) => row.name },
  { id: 'state', header: 'Status', width: 100, value: (row) => row.state, facet: true },
];
const rows: readonly Row[] = [
  { name: 'AP-1 lobby', state: 'Online' },
  { name: 'AP-2', state: 'Offline' },
  { name: 'SW-1', state: 'Restarting' },
];
const names = (text: string) => filterRows(rows, readFilter(text, columns), columns).map(({ name }) => name);

test.each(['02-F1-E1-00-00-04', 'e100.0004', ' 02f1e1000004 ', 'MAC = 02-F1-E1-00-00-04'])(
  'a list is filtered by the MAC address %j',
  (text) => {
    const macs = ['02:f1:e1:00:00:04', '02:f1:e1:00:00:05'];
    const own: GridColumn<string>[] = [
      { id: 'mac', header: 'MAC', width: 100, value: (row) => row, facet: true },
    ];
    expect(filterRows(macs, readFilter(text, own), own)).toEqual(['02:f1:e1:00:00:04']);
  },
);

describe('the filter of a list', () => {
  it('reads comparisons by header and anything else as text', () => {
    expect(parseToken('Status = Offline', columns)).toEqual({
      kind: 'is',
      column: 'state',
      value: 'Offline',
    });
    expect(parseToken('status!=Offline', columns)).toEqual({
      kind: 'not',
      column: 'state',
      value: 'Offline',
    });
    expect(parseToken('a = b', columns)).toEqual({ kind: 'text', value: 'a = b' });
  });

  it('is read from the URL as it was written', () => {
    const tokens = [
      { kind: 'is', column: 'state', value: 'On;line 100%' },
      { kind: 'text', value: 'lobby' },
    ] as const;
    expect(readFilter(writeFilter(tokens, columns), columns)).toEqual(tokens);
    expect(writeFilter([], columns)).toBeUndefined();
  });

  it('combines values of one column with “or”, and columns with “and”', () => {
    expect(names('Status = Offline;Status = Online')).toEqual(['AP-1 lobby', 'AP-2']);
    expect(names('Status = Online;ap')).toEqual(['AP-1 lobby']);
    expect(names('Status != Online')).toEqual(['AP-2', 'SW-1']);
    expect(names('')).toHaveLength(3);
  });

  it('lists the values of a column with their rows, the most frequent first', () => {
    const state = columns[1];
    expect(state && listFacetValues(rows, state)).toEqual([
      { value: 'Offline', count: 1 },
      { value: 'Online', count: 1 },
      { value: 'Restarting', count: 1 },
    ]);
    const fixed = state && { ...state, facet: ['Online', 'Waiting'] };
    expect(fixed && listFacetValues(rows, fixed).at(-1)).toEqual({ value: 'Waiting', count: 0 });
  });
});
