import { expect, test } from 'vitest';
import { suggestFilters } from './suggest-filters.ts';
import type { GridColumn } from '../types.ts';

interface Row {
  readonly type: string;
  readonly status: string;
}
const COLUMNS: readonly GridColumn<Row>[] = [
  { id: 'type', header: 'Type', width: 90, facet: true, value: ({ type }) => type },
  {
    id: 'status',
    header: 'Status',
    width: 90,
    facet: ['Online', 'Offline', 'Restarting'],
    value: ({ status }) => status,
  },
];
const ROWS: readonly Row[] = [
  { type: 'Switch', status: 'Online' },
  { type: 'AP', status: 'Online' },
  { type: 'AP', status: 'Offline' },
];
const suggest = (text: string): string[] =>
  suggestFilters(text, COLUMNS, ROWS).map(({ count, value }) =>
    [value.trim(), count].filter((part) => part !== undefined).join(': '),
  );

test.each<[string, string, string[]]>([
  ['an empty field', '', ['Type =', 'Status =']],
  ['part of a column', 'sta', ['Status =']],
  ['a column', 'type =', ['Type = AP: 2', 'Type = Switch: 1']],
  [
    'a column with possible values',
    'Status = ',
    ['Status = Online: 2', 'Status = Offline: 1', 'Status = Restarting: 0'],
  ],
  ['a column and part of a value', 'status = off', ['Status = Offline: 1']],
  ['an excluded value', 'type != a', ['Type != AP']],
  ['part of a value', 'swi', ['Type = Switch: 1']],
  ['part of a value without rows', 'restart', []],
])('suggests for %s', (_title, text, expected) => {
  expect(suggest(text)).toEqual(expected);
});
