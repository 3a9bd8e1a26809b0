import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '../api.ts';
import type { Endpoint } from './endpoint.ts';
import { parseDecimal } from './number-text.ts';

const OTHER_SPELLINGS = (value: number): string[] => [
  `0x${value.toString(16)}`,
  ` ${value}`,
  `${value} `,
  `${value}.0`,
  `${value}e0`,
  `+${value}`,
  `0${value}`,
  `${value}n`,
  `${value}\n`,
  `1_0`,
  '-0',
  '',
  '\u0661',
  '\uFF11',
  'Infinity',
  'NaN',
];
/** Values of which each number in a path or a query accepts at least one. */
const VALUES = [1, 0, 5, 20, 60, 100, 1_000];

/** Lists the numbers in the paths and queries of all operations, with a value that each accepts. */
const numbers = Object.entries<Endpoint>(api).flatMap(([name, endpoint]) =>
  (['params', 'query'] as const).flatMap((part) => {
    const schema = endpoint[part];
    if (!(schema instanceof z.ZodObject)) return [];
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([field, type]) => {
      const value = VALUES.find((each) => type.safeParse(String(each)).data === each);
      return value === undefined ? [] : [{ path: `${name}.${part}.${field}`, type, value }];
    });
  }),
);

test('every number in a path or a query has one spelling', () => {
  expect(numbers.length).toBeGreaterThan(140);
  const accepted = numbers.flatMap(({ path, type, value }) =>
    OTHER_SPELLINGS(value)
      .filter((text) => type.safeParse(text).success)
      .map((text) => `${path} accepts ${JSON.stringify(text)}`),
  );
  expect(accepted).toEqual([]);
});

test.each([
  ['0', 0],
  ['-5', -5],
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740993', undefined],
])('reads %s', (text, value) => expect(parseDecimal(text)).toBe(value));
