import type { GridColumn } from './types.ts';

export interface SortOrder {
  readonly id: string;
  readonly desc: boolean;
}

export function parseSort(sort: string | undefined): SortOrder | undefined {
  if (!sort) return undefined;
  return sort.startsWith('-') ? { id: sort.slice(1), desc: true } : { id: sort, desc: false };
}

/**
 * Sorts rows by a column: numbers by value, text by locale. Rows without a value are last. The sort is
 * stable.
 */
export function sortRows<T>(
  rows: readonly T[],
  column: GridColumn<T> | undefined,
  isDescending: boolean,
): readonly T[] {
  if (!column) return rows;
  const values = rows.map((row) => column.value(row));
  const [withValue, withoutValue]: [number[], number[]] = [[], []];
  for (const [index, value] of values.entries()) (value === undefined ? withoutValue : withValue).push(index);
  const compare = createComparer(values, withValue);
  withValue.sort(isDescending ? (a, b) => compare(b, a) : compare);
  return [...withValue, ...withoutValue].map((index) => rows[index] as T);
}

type Value = string | number | undefined;

/**
 * Returns a function that compares two indexes of `values`. It computes the sort key of each value only once.
 */
function createComparer(
  values: readonly Value[],
  withValue: readonly number[],
): (a: number, b: number) => number {
  if (withValue.every((index) => typeof values[index] === 'number')) {
    const numbers = Float64Array.from(values, (value) => Number(value));
    return (a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0);
  }
  const texts = values.map((value) => String(value));
  const keys = texts.map(formatTextKey);
  if (keys.every((key) => key !== undefined))
    return (a, b) => {
      const [one, other] = [keys[a] ?? '', keys[b] ?? ''];
      return one < other ? -1 : one > other ? 1 : 0;
    };
  return (a, b) => collator.compare(texts[a] ?? '', texts[b] ?? '');
}

export const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index));
/** Maximum number of digits of a number in a key, because one character encodes the number of digits. */
const MAX_DIGITS = 200;
const ranks = rankCharacters();

/** Returns the rank of each ASCII character as a character, so that comparing ranks gives the order of the collator. */
function rankCharacters(): readonly string[] {
  const ordered = PRINTABLE.toSorted((a, b) => collator.compare(a, b));
  const found: string[] = [];
  let rank = 1;
  for (const [index, character] of ordered.entries()) {
    if (index > 0 && collator.compare(ordered[index - 1] ?? '', character) !== 0) rank += 1;
    found[character.codePointAt(0) ?? 0] = String.fromCodePoint(rank);
  }
  return found;
}

/**
 * Returns a key whose order by code units equals the order of the collator; undefined for texts that need the
 * collator.
 */
export function formatTextKey(text: string): string | undefined {
  let key = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      let end = at;
      while (isDigit(text.charCodeAt(end))) end += 1;
      while (at < end - 1 && text.charCodeAt(at) === ZERO) at += 1;
      if (end - at > MAX_DIGITS) return undefined;
      // Compares numbers by their number of digits first; numbers of the same length are compared digit by
      // digit.
      key += (ranks[ZERO] ?? '') + String.fromCharCode(end - at) + text.slice(at, end);
      at = end - 1;
    } else {
      const rank = ranks[code];
      if (rank === undefined) return undefined;
      key += rank;
    }
  }
  return key;
}

const ZERO = 48;
const isDigit = (code: number): boolean => code >= ZERO && code <= 57;
