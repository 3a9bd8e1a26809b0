import { SEARCH_MAX } from '@northlight/contract';
import type { FilterToken } from './filter.ts';

export type ListQuery = Readonly<Record<string, string>>;
/** Converts a filter value to query parameters; undefined when no row can have the value. */
export type ServerFilter = (value: string) => ListQuery | undefined;
/** Filters of the columns that the server can filter, by column id. */
export type ServerFilters = Readonly<Record<string, ServerFilter>>;

/** Creates a filter that sends the text as a parameter. A text longer than `max` matches no row. */
export const createTextFilter =
  (parameter: string, max = SEARCH_MAX): ServerFilter =>
  (value) =>
    value.length <= max ? { [parameter]: value } : undefined;

/**
 * Creates a filter of a column with few values. It converts a label, ignoring case, to the parameter's value.
 */
export function createChoiceFilter(
  parameter: string,
  labels: Readonly<Record<string, string>>,
): ServerFilter {
  const values = new Map(Object.entries(labels).map(([value, label]) => [label.toLowerCase(), value]));
  return (label) => {
    const value = values.get(label.toLowerCase());
    return value === undefined ? undefined : { [parameter]: value };
  };
}

/** Free text of every paged list is sent as the parameter `search`. */
const searchFilter = createTextFilter('search');

/** Returns the query parameters of the tokens; undefined when no row can match, so that no request is needed. */
export function buildServerQuery(
  tokens: readonly FilterToken[],
  filters: ServerFilters,
): ListQuery | undefined {
  const query: Record<string, string> = {};
  for (const token of tokens) {
    const filter = token.kind === 'text' ? searchFilter : filters[token.column];
    const part = filter?.(token.value);
    if (!part) return undefined;
    Object.assign(query, part);
  }
  return query;
}

/** Returns the latest token of each column and the latest text, because the server accepts one value per parameter. */
export function keepOnePerColumn(tokens: readonly FilterToken[]): readonly FilterToken[] {
  const getTokenColumn = (token: FilterToken) => (token.kind === 'text' ? undefined : token.column);
  return tokens.filter(
    (token, index) =>
      !tokens.slice(index + 1).some((other) => getTokenColumn(other) === getTokenColumn(token)),
  );
}
