import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CoverageMap } from './coverage-map.ts';
import type { Transmitter } from './signal-grid.ts';
import { createRandom, createRandomPlan } from '../testing/index.ts';
import { findReceiversSection, replaceInPaths } from './wall-change.ts';
import type { Wall } from './walls.ts';

const GRID = { x: 0, y: 0, cellM: 0.75, columns: 80, rows: 48 };
const RADIOS = 7;

type Bytes = Uint8Array | Uint8ClampedArray | undefined;

/** A change of the floor in a random sequence. */
type Change =
  | { readonly kind: 'walls'; readonly indices: readonly number[]; readonly after: readonly Wall[] }
  | { readonly kind: 'radio'; readonly index: number; readonly x: number; readonly y: number };

const metres = (max: number) => fc.double({ min: -2, max, noNaN: true });
const walls = fc.record({
  x1: metres(62),
  y1: metres(38),
  x2: metres(62),
  y2: metres(38),
  lossDb: fc.constantFrom(0, 3, 6.5, 12, 23, 90),
});
const changes = fc.array(
  fc.oneof(
    // Without indices, walls are added; without other walls, they are removed.
    fc.record({
      kind: fc.constant('walls' as const),
      indices: fc.array(fc.nat(4), { maxLength: 3 }),
      after: fc.array(walls, { maxLength: 4 }),
    }),
    fc.record({
      kind: fc.constant('radio' as const),
      index: fc.nat(RADIOS - 1),
      x: metres(60),
      y: metres(36),
    }),
  ),
  { minLength: 1, maxLength: 12 },
);

/** Applies a change to a map and returns the radios with their new walls. */
function apply(
  map: CoverageMap,
  transmitters: readonly Transmitter[],
  change: Change,
): readonly Transmitter[] {
  if (change.kind === 'radio') {
    const moved = transmitters.map((each, index) =>
      index === change.index ? { ...each, x: change.x, y: change.y } : each,
    );
    map.move(change.index, moved[change.index]!);
    return moved;
  }
  const present = findReceiversSection(transmitters[0]!)?.walls ?? [];
  // The last walls are those that changed before, so that many sequences continue with the same walls.
  const before = [...new Set(change.indices.map((index) => present[present.length - 1 - index]!))];
  map.changeWalls(before, change.after);
  return replaceInPaths(transmitters, before, change.after);
}

/** Lists the arrays of two maps that differ. */
function listDifferences(one: CoverageMap, other: CoverageMap): string[] {
  const layers = Array.from({ length: one.radios }, (_, index) => index);
  const differs = (name: string, left: Bytes, right: Bytes): string[] =>
    left?.every((value, cell) => value === right?.[cell]) === true ? [] : [name];
  return [
    ...(['best', 'second', 'server'] as const).flatMap((name) =>
      differs(name, one.coverage[name], other.coverage[name]),
    ),
    ...layers.flatMap((index) => differs(`radio ${index}`, one.getLevels(index), other.getLevels(index))),
  ];
}

test('any sequence of changed walls and moved radios leaves the coverage of a new computation', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.integer({ min: 1, max: 3 }), changes, (seed, floors, sequence) => {
      const plan = createRandomPlan(createRandom(seed), { walls: 40, transmitters: RADIOS, floors });
      const map = new CoverageMap(GRID);
      map.compute(plan.transmitters);
      let transmitters: readonly Transmitter[] = plan.transmitters;
      for (const change of sequence) transmitters = apply(map, transmitters, change);
      const computed = new CoverageMap(GRID);
      computed.compute(transmitters);
      expect(listDifferences(map, computed)).toEqual([]);
    }),
    { numRuns: 150, seed: 1 },
  );
});

test('a dragged wall leaves the coverage of a new computation after each of 40 steps', () => {
  const { transmitters } = createRandomPlan(createRandom(3), { walls: 150, transmitters: RADIOS });
  const map = new CoverageMap(GRID);
  map.compute(transmitters);
  const computed = new CoverageMap(GRID);
  let wall = findReceiversSection(transmitters[0]!)!.walls[4]!;
  let moved: readonly Transmitter[] = transmitters;
  for (let step = 0; step < 40; step += 1) {
    const after = { ...wall, x1: wall.x1 + 0.4, y2: wall.y2 + 0.3 };
    map.changeWalls([wall], [after]);
    moved = replaceInPaths(moved, [wall], [after]);
    computed.compute(moved);
    expect(listDifferences(map, computed)).toEqual([]);
    wall = after;
  }
});

test('refuses a wall that the floor does not have', () => {
  const { transmitters } = createRandomPlan(createRandom(3), { walls: 5, transmitters: 2 });
  const map = new CoverageMap(GRID);
  map.compute(transmitters);
  const foreign: Wall = { x1: 0, y1: 0, x2: 1, y2: 1, lossDb: 3 };
  expect(() => map.changeWalls([foreign], [])).toThrow(RangeError);
});
