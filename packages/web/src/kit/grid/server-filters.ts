import { SEARCH_MAX } from '@northlight/contract';
import type { FilterToken } from './filter.ts';

/** Part of a list's query. */
export type ListQuery = Readonly<Record<string, string>>;
/** What a filter value asks the server for; undefined when no row can have the value. */
export type ServerFilter = (value: string) => ListQuery | undefined;
/** The columns that the server filters, by their id. */
export type ServerFilters = Readonly<Record<string, ServerFilter>>;

/** A filter that passes the text on as a parameter; longer than `max` characters nothing matches. */
export const textFilter =
  (parameter: string, max = SEARCH_MAX): ServerFilter =>
  (value) =>
    value.length <= max ? { [parameter]: value } : undefined;

/** A filter of a column with few values: from the label that people read, in any case, to the parameter's value. */
export function choiceFilter(parameter: string, labels: Readonly<Record<string, string>>): ServerFilter {
  const values = new Map(Object.entries(labels).map(([value, label]) => [label.toLowerCase(), value]));
  return (label) => {
    const value = values.get(label.toLowerCase());
    return value === undefined ? undefined : { [parameter]: value };
  };
}

/** Free text is searched for by `search` in every list that pages. */
const searchFilter = textFilter('search');

/** The query that the tokens ask for; undefined when no row can match them, so that nobody need be asked. */
export function serverQuery(tokens: readonly FilterToken[], filters: ServerFilters): ListQuery | undefined {
  const query: Record<string, string> = {};
  for (const token of tokens) {
    const filter = token.kind === 'text' ? searchFilter : filters[token.column];
    const part = filter?.(token.value);
    if (!part) return undefined;
    Object.assign(query, part);
  }
  return query;
}

/** The latest token of each column, and the latest text: a server takes one value of a parameter. */
export function onePerColumn(tokens: readonly FilterToken[]): readonly FilterToken[] {
  const nameOf = (token: FilterToken) => (token.kind === 'text' ? undefined : token.column);
  return tokens.filter(
    (token, index) => !tokens.slice(index + 1).some((other) => nameOf(other) === nameOf(token)),
  );
}
