import { expect, test } from 'vitest';
import { formatUnknownId, type GraphLink } from './graph.ts';
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
