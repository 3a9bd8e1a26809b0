import { describe, expect, test } from 'vitest';
import { checkMesh, isBelowNode, listPossibleParents, type MeshTreeNode } from './mesh-rules.ts';

const MACS = { hall: '02:00:00:00:00:01', kitchen: '02:00:00:00:00:02', attic: '02:00:00:00:00:03' };
/** Hall is the primary node, Kitchen is connected to it, and Attic to Kitchen. */
const NODES: readonly MeshTreeNode[] = [
  { mac: MACS.hall, name: 'Hall' },
  { mac: MACS.kitchen, name: 'Kitchen', parentMac: MACS.hall },
  { mac: MACS.attic, name: 'Attic', parentMac: MACS.kitchen },
];

describe('the preferred parent', () => {
  test.each([
    ['another node above', MACS.attic, MACS.hall, undefined],
    ['the present parent', MACS.attic, MACS.kitchen, undefined],
    ['the node itself', MACS.attic, MACS.attic, ['invalidParameters', /its own parent/]],
    ['a node below', MACS.kitchen, MACS.attic, ['invalidParameters', /^Attic is connected through this/]],
    ['an unknown node', MACS.attic, '02:00:00:00:00:99', ['invalidParameters', /no such mesh node/]],
  ] as const)('is accepted or refused if it is %s', (_case, mac, preferredParent, expected) => {
    const found = checkMesh({ mesh: { preferredParent } }, { mac, nodes: NODES });
    expect(found).toEqual(
      expected === undefined
        ? []
        : [
            {
              path: 'mesh.preferredParent',
              error: expected[0],
              message: expect.stringMatching(expected[1]) as string,
            },
          ],
    );
  });

  test('is refused for a device that is no secondary node, and may be absent for all devices', () => {
    expect(checkMesh({ mesh: { preferredParent: MACS.hall } }, undefined)).toMatchObject([
      { path: 'mesh.preferredParent', error: 'unsupportedFeature' },
    ]);
    expect(checkMesh({}, undefined)).toEqual([]);
  });

  test('can be any node that is not below the node itself, in the order of names', () => {
    const list = (mac: string) => listPossibleParents({ mac, nodes: NODES }).map(({ name }) => name);
    expect(list(MACS.attic)).toEqual(['Hall', 'Kitchen']);
    expect(list(MACS.kitchen)).toEqual(['Hall']);
  });
});

test('finds the end of reported parents that form a loop', () => {
  const loop = [
    { mac: 'a', name: 'A', parentMac: 'b' },
    { mac: 'b', name: 'B', parentMac: 'a' },
  ];
  expect(isBelowNode(loop, 'a', 'c')).toBe(false);
});
