import type { LogFilter } from '@northlight/contract';
import { type FilterToken, onlyValue } from '../kit/grid/index.ts';

type LogQuery = Pick<LogFilter, 'search' | 'severity'>;

const SEVERITIES = ['info', 'warning', 'critical'] as const;
const LONGEST_SEARCH = 60;
/** Part of a time, as the list writes it: the server looks at events and names alone. */
const TIME_LIKE = /^[\d\s:.-]+$/;

/** What of the page's filter the server can look for, among all records; the page looks for the rest in what it is given. */
export function logQueryOf(tokens: readonly FilterToken[]): LogQuery {
  const severity = SEVERITIES.find((each) => each === onlyValue(tokens, 'severity'));
  const text = tokens.find(({ kind, value }) => kind === 'text' && !TIME_LIKE.test(value))?.value;
  const search = onlyValue(tokens, 'device') ?? (isSeverity(text) ? undefined : text);
  return {
    ...(severity && { severity }),
    ...(search !== undefined && search.length <= LONGEST_SEARCH && { search }),
  };
}

/** A word of another column than those that the server looks at. */
const isSeverity = (text: string | undefined): boolean =>
  text !== undefined && SEVERITIES.some((each) => each.includes(text.toLowerCase()));
