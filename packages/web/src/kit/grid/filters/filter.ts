import { createTextSearch, parseMac } from '@northlight/contract/net';
import { getColumnText, type GridColumn } from '../types.ts';

/** One token of the filter, which is a comparison with a column or free text. */
export type FilterToken =
  | { readonly kind: 'is' | 'not'; readonly column: string; readonly value: string }
  | { readonly kind: 'text'; readonly value: string };

const SEPARATOR = ';';

/** Formats tokens as a URL parameter: `State = Offline;lobby`. Column headers name the columns. */
export function writeFilter<T>(
  tokens: readonly FilterToken[],
  columns: readonly GridColumn<T>[],
): string | undefined {
  if (tokens.length === 0) return undefined;
  return tokens.map((token) => encode(formatToken(token, columns))).join(SEPARATOR);
}

export interface TokenRules {
  /** True if `Model != AX3` excludes rows; otherwise such a text is searched as free text. */
  readonly exclusion: boolean;
}
const ALL_TOKENS: TokenRules = { exclusion: true };

export function readFilter<T>(
  text: string | undefined,
  columns: readonly GridColumn<T>[],
  rules = ALL_TOKENS,
): FilterToken[] {
  if (!text) return [];
  return text
    .split(SEPARATOR)
    .map((part) => parseToken(decode(part), columns, rules))
    .filter((token) => token.value !== '');
}

/** Formats a token as it is shown and entered: `State = Offline`, `Model != AX3`, `lobby`. */
export function formatToken<T>(token: FilterToken, columns: readonly GridColumn<T>[]): string {
  if (token.kind === 'text') return token.value;
  const header = columns.find(({ id }) => id === token.column)?.header ?? token.column;
  return `${header} ${token.kind === 'is' ? '=' : '!='} ${token.value}`;
}

export function parseToken<T>(
  text: string,
  columns: readonly GridColumn<T>[],
  { exclusion } = ALL_TOKENS,
): FilterToken {
  const match = /^(.+?)\s*(!=|=)\s*(.+)$/.exec(text.trim());
  const header = match?.[1]?.toLowerCase();
  const column =
    header &&
    columns.find((each) => each.header.toLowerCase() === header || each.id.toLowerCase() === header);
  if (!column || !match || (match[2] === '!=' && !exclusion)) return { kind: 'text', value: text.trim() };
  return { kind: match[2] === '!=' ? 'not' : 'is', column: column.id, value: (match[3] ?? '').trim() };
}

/**
 * Returns the token of an unfinished text, which already filters the list. Returns undefined while the text
 * names a column without a value.
 */
export function toTypedToken<T>(text: string, columns: readonly GridColumn<T>[]): FilterToken | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  const token = parseToken(typed, columns);
  if (token.kind !== 'text') return token;
  const isColumn = columns.some(({ facet, header }) => facet && startsWithColumn(typed, header));
  return isColumn ? undefined : token;
}

/** Returns whether the text is the name of a column, with or without an operator after it. */
const startsWithColumn = (typed: string, header: string): boolean =>
  typed.toLowerCase().replace(/\s*!?=?$/, '') === header.toLowerCase();

/** Returns the rows that match all tokens. Several `=` tokens of one column are alternatives. */
export function filterRows<T>(
  rows: readonly T[],
  tokens: readonly FilterToken[],
  columns: readonly GridColumn<T>[],
): readonly T[] {
  if (tokens.length === 0) return rows;
  const tests = buildTests(tokens, columns);
  return rows.filter((row) => tests.every((test) => test(row)));
}

function buildTests<T>(
  tokens: readonly FilterToken[],
  columns: readonly GridColumn<T>[],
): ((row: T) => boolean)[] {
  const tests: ((row: T) => boolean)[] = [];
  const wanted = new Map<string, Set<string>>();
  for (const token of tokens) {
    const value = toComparable(token.value);
    if (token.kind === 'text') {
      const contains = createTextSearch(token.value);
      tests.push((row) => contains(...columns.map((column) => getColumnText(column, row))));
    } else if (token.kind === 'is')
      wanted.set(token.column, (wanted.get(token.column) ?? new Set()).add(value));
    else {
      const column = columns.find(({ id }) => id === token.column);
      if (column) tests.push((row) => toComparable(getColumnText(column, row)) !== value);
    }
  }
  for (const [id, values] of wanted) {
    const column = columns.find((each) => each.id === id);
    if (column) tests.push((row) => values.has(toComparable(getColumnText(column, row))));
  }
  return tests;
}

/** Returns the form in which values are equal: any case, and any notation of a MAC address. */
const toComparable = (text: string): string => parseMac(text) ?? text.toLowerCase();

/** A value of a column with the number of rows that have it. */
export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

/** Lists the values of a column in the rows, the most frequent first, then its other possible values. */
export function listFacetValues<T>(rows: readonly T[], column: GridColumn<T>): FacetValue[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const text = getColumnText(column, row);
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const found = [...counts.entries()].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  const known = column.facet === true || !column.facet ? [] : column.facet;
  const absent = known.filter((value) => !counts.has(value)).map((value) => [value, 0] as const);
  return [...found, ...absent].map(([value, count]) => ({ value, count }));
}

const encode = (text: string) => text.replaceAll('%', '%25').replaceAll(SEPARATOR, '%3B');
const decode = (text: string) => text.replaceAll('%3B', SEPARATOR).replaceAll('%25', '%');
