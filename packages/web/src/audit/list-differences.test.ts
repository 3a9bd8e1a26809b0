import { expect, test } from 'vitest';
import { listDifferences } from './list-differences.ts';

test.each<[string | undefined, string | undefined, readonly (readonly [string, string?, string?])[]]>([
  ['{"name":"A","city":"Rome"}', '{"name":"B","city":"Rome"}', [['Name', 'A', 'B']]],
  [
    undefined,
    '{"leaseSeconds":60,"on":true}',
    [
      ['Lease seconds', undefined, '60'],
      ['On', undefined, 'Yes'],
    ],
  ],
  ['read-only', 'read and write', [['Value', 'read-only', 'read and write']]],
  ['{"tags":["a"]}', '{"tags":[]}', [['Tags', 'a', 'None']]],
  ['{"pools":[{"name":"x"}]}', '{"pools":[{"name":"y"}]}', [['Pools 1, name', 'x', 'y']]],
  ['{"a":1}', undefined, [['A', '1', undefined]]],
  ['{"a":1}', '{"a":1}', []],
])('lists the differences between %s and %s', (before, after, expected) => {
  expect(listDifferences(before, after)).toEqual(
    expected.map(([field, old, next]) => ({ field, before: old, after: next })),
  );
});
