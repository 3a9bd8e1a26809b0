import * as fc from 'fast-check';

const nul = String.fromCharCode(0);
const HOSTILE: readonly unknown[] = [
  `Ab${nul}cd`,
  'Ab\ud800cd',
  '\u{1f680}',
  '<img src=x onerror=alert(1)>',
  "'; drop table accounts; --",
  '%',
  '\\',
  '..%2f..%2f',
  '__proto__',
  'constructor',
  'a'.repeat(70_000),
  '',
  '0',
  '-1',
  1e308,
  -1,
  2 ** 53,
  2 ** 63,
  0.1,
  null,
  true,
  [],
  {},
  [[[[[[[[[[]]]]]]]]]],
];

/**
 * Values that programs often handle wrongly: control characters, huge and negative numbers, deep lists, names
 * of prototypes.
 */
export const hostileValue = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** Replaces the n-th value of a document, counted depth first over all nested values. */
export function replaceAt(value: unknown, position: number, replacement: unknown): unknown {
  let left = position;
  const walk = (current: unknown): unknown => {
    if (left-- === 0) return replacement;
    if (Array.isArray(current)) return current.map(walk);
    if (typeof current !== 'object' || current === null) return current;
    return Object.fromEntries(Object.entries(current).map(([name, part]) => [name, walk(part)]));
  };
  return walk(value);
}

/** Counts all nested values of a document, itself included. */
export const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, part) => sum + countValues(part), 1)
    : 1;
