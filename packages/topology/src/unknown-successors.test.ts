import { expect, test } from 'vitest';
import { formatNeighbourId, formatUnknownId, type GraphLink } from './graph.ts';
import { findUnknownSuccessors } from './unknown-successors.ts';

const FIRST = formatUnknownId('gw', 'p1');
const SECOND = formatUnknownId('gw', 'p2');

const listLinks = (members: Readonly<Record<string, readonly string[]>>): GraphLink[] =>
  Object.entries(members).flatMap(([upperId, ids]) =>
    ids.map((id) => ({
      upper: { nodeId: upperId },
      lower: { nodeId: id },
      trust: 'forwarding' as const,
      isInTree: true,
      isUncertain: false,
    })),
  );

test.each([
  ['with the same devices', { [SECOND]: ['a', 'b', 'c'] }, SECOND],
  ['with most of its devices', { [SECOND]: ['b', 'c', 'd'] }, SECOND],
  ['with a third of its devices', { [SECOND]: ['c', 'd'] }, undefined],
  ['that stayed', { [FIRST]: ['c', 'd'], [SECOND]: ['a', 'b'] }, undefined],
  ['whose devices are linked to a switch', { sw: ['a', 'b', 'c'] }, undefined],
])('finds the successor of an unknown device %s', (_title, after, successor) => {
  const before = listLinks({ [FIRST]: ['a', 'b', 'c'] });
  expect(findUnknownSuccessors(before, listLinks(after)).get(FIRST)).toBe(successor);
});

test('an unknown device that existed before is no successor', () => {
  const before = listLinks({ [FIRST]: ['a', 'b', 'c'], [SECOND]: ['d', 'e'] });
  expect(findUnknownSuccessors(before, listLinks({ [SECOND]: ['a', 'b', 'c', 'd', 'e'] })).size).toBe(0);
});

test('a neighbour with a MAC address has no other one as its successor, but an unknown device can have it as such', () => {
  const [one, other] = ['00:00:5e:00:01:01', '00:00:5e:00:01:02'].map(formatNeighbourId) as [string, string];
  const find = (before: string, after: string) =>
    findUnknownSuccessors(listLinks({ [before]: ['a', 'b'] }), listLinks({ [after]: ['a', 'b'] })).get(
      before,
    );
  expect([find(one, other), find(FIRST, one), find(one, FIRST)]).toEqual([undefined, one, FIRST]);
  const staying = listLinks({ [FIRST]: ['a', 'b'], sw: [one] });
  expect(findUnknownSuccessors(listLinks({ [one]: ['a', 'b'] }), staying).size).toBe(0);
});
