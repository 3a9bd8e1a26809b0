import { expect, test } from 'vitest';
import { MAX_APPLICATIONS } from './application-stats.ts';
import { statMessage } from './messages.ts';

const stat = (applications: unknown) =>
  statMessage.safeParse({ session: 's', seq: 1, ts: 0, cpu: 5, applications });
const of = (id: string, rxBytes = 1, txBytes = 2) => ({ id, rxBytes, txBytes });

test.each([
  ['known applications', [of('web', 5, 6), of('other')], [of('web', 5, 6), of('other')]],
  ['an empty list', [], []],
  ['an unknown id counts as other', [of('games', 5, 6)], [of('other', 5, 6)]],
  [
    'several unknown ids are summed',
    [of('games'), of('other', 10, 20), of('<b>x</b>')],
    [of('other', 12, 24)],
  ],
  ['a repeated id is summed', [of('web'), of('web')], [of('web', 2, 4)]],
  ['an id that is a property of every object', [of('__proto__'), of('toString')], [of('other', 2, 4)]],
  [
    'ten thousand ids are cut to the maximum',
    [of('web'), ...Array.from({ length: 10_000 }, (_, at) => of(`a${at}`))],
    [of('web'), of('other', MAX_APPLICATIONS - 1, 2 * (MAX_APPLICATIONS - 1))],
  ],
])('parses traffic by application: %s', (_name, reported, parsed) => {
  expect(stat(reported).data?.applications).toEqual(parsed);
});

test.each([
  ['an object in place of the list', { web: 1 }],
  ['a missing counter', [{ id: 'web', rxBytes: 1 }]],
  ['a negative counter', [of('web', -1)]],
  ['a counter that is a string', [of('web', '7' as never)]],
  ['a counter beyond exact integers', [of('web', 1e300)]],
  ['an id that is too long', [of('x'.repeat(32))]],
])('refuses traffic by application with %s', (_name, reported) => {
  expect(stat(reported).success).toBe(false);
});

test('accepts a report without traffic by application', () => {
  const { data } = stat(undefined);
  expect(data).toMatchObject({ cpu: 5 });
  expect(data?.applications).toBeUndefined();
});
