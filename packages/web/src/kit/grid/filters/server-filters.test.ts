import { describe, expect, test } from 'vitest';
import { type FilterToken, readFilter } from './filter.ts';
import {
  createChoiceFilter,
  keepOnePerColumn,
  buildServerQuery,
  type ServerFilters,
  createTextFilter,
} from './server-filters.ts';
import type { GridColumn } from '../types.ts';

const COLUMNS: readonly GridColumn<string>[] = [
  { id: 'severity', header: 'Severity', width: 1, value: (row) => row },
  { id: 'device', header: 'Device', width: 1, value: (row) => row },
];
const FILTERS: ServerFilters = {
  severity: createChoiceFilter('severity', { critical: 'Critical', info: 'Info' }),
  device: createTextFilter('device', 8),
};
const parseTokens = (text: string): readonly FilterToken[] =>
  keepOnePerColumn(readFilter(text, COLUMNS, { exclusion: false }));

describe('buildServerQuery', () => {
  test.each<[string, object | undefined]>([
    ['', {}],
    ['Severity = critical', { severity: 'critical' }],
    ['Severity = Critical;Device = Lobby;radar', { severity: 'critical', device: 'Lobby', search: 'radar' }],
    // The server accepts one value per parameter, so the last token applies.
    ['Device = A;Device = B', { device: 'B' }],
    ['radar;channel', { search: 'channel' }],
    // Returns undefined, because no row can match.
    ['Severity = Nonsense', undefined],
    ['Device = 123456789', undefined],
    ['x'.repeat(61), undefined],
    // The server cannot exclude values, so it searches the token as free text.
    ['Severity != Info', { search: 'Severity != Info' }],
    ['Model = AX3', { search: 'Model = AX3' }],
  ])('converts the filter %j to the query %j', (text, query) =>
    expect(buildServerQuery(parseTokens(text), FILTERS)).toEqual(query),
  );
});
