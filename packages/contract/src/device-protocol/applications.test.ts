import { expect, test } from 'vitest';
import { MOST_APPLICATIONS } from './application-stats.ts';
import { statMessage } from './messages.ts';

const stat = (applications: unknown) =>
  statMessage.safeParse({ session: 's', seq: 1, ts: 0, cpu: 5, applications });
const of = (id: string, rxBytes = 1, txBytes = 2) => ({ id, rxBytes, txBytes });

test.each([
  ['as they are', [of('web', 5, 6), of('other')], [of('web', 5, 6), of('other')]],
  ['none at all', [], []],
  ['an id of a later device belongs to the rest', [of('games', 5, 6)], [of('other', 5, 6)]],
  ['several of them are added up', [of('games'), of('other', 10, 20), of('<b>x</b>')], [of('other', 12, 24)]],
  ['an id that is told twice too', [of('web'), of('web')], [of('web', 2, 4)]],
  ['an id that is the name of something else', [of('__proto__'), of('toString')], [of('other', 2, 4)]],
  [
    'of ten thousand those that a report has room for',
    [of('web'), ...Array.from({ length: 10_000 }, (_, at) => of(`a${at}`))],
    [of('web'), of('other', MOST_APPLICATIONS - 1, 2 * (MOST_APPLICATIONS - 1))],
  ],
])('flow by application: %s', (_name, told, heard) => {
  expect(stat(told).data?.applications).toEqual(heard);
});

test.each([
  ['no list', { web: 1 }],
  ['a counter that is missing', [{ id: 'web', rxBytes: 1 }]],
  ['a counter below zero', [of('web', -1)]],
  ['a counter that is no number', [of('web', '7' as never)]],
  ['a counter that cannot be counted', [of('web', 1e300)]],
  ['an id that is a text of its own', [of('x'.repeat(32))]],
])('what is no such report is refused: %s', (_name, told) => {
  expect(stat(told).success).toBe(false);
});

test('a report without applications is one', () => {
  const { data } = stat(undefined);
  expect(data).toMatchObject({ cpu: 5 });
  expect(data?.applications).toBeUndefined();
});
