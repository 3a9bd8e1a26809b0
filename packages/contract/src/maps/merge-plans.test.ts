import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparePlans, mergePlans, resolveConflicts } from './merge-plans.ts';
import type { FloorPlan } from './plan.ts';
import { createWall, DEVICE, PLAN, PLANNED } from './testing/plans.ts';

const LONGER = createWall('a', 0, 10, 25, 10);
const resize = (plan: FloorPlan, widthM: number): FloorPlan => ({
  ...plan,
  settings: { ...plan.settings, size: { widthM, depthM: 30 } },
});
const withWall = (plan: FloorPlan, id: string): FloorPlan => ({
  ...plan,
  walls: [...plan.walls, createWall(id, 1, 1, 2, 2)],
});

describe('changes of two people', () => {
  test('are merged when they concern different items', () => {
    const own = withWall({ ...PLAN, devices: [{ ...DEVICE, x: 11 }] }, 'own');
    const current = withWall({ ...PLAN, planned: [], walls: PLAN.walls.slice(1) }, 'theirs');
    expect(mergePlans(PLAN, own, current)).toEqual({
      state: 'merged',
      plan: {
        ...current,
        devices: [{ ...DEVICE, x: 11 }],
        walls: [...current.walls, createWall('own', 1, 1, 2, 2)],
      },
    });
  });

  test.each([
    [
      'both move one device',
      { devices: [{ ...DEVICE, x: 1 }] },
      { devices: [{ ...DEVICE, x: 2 }] },
      'devices.0',
    ],
    [
      'one changes a wall that the other removes',
      { walls: [LONGER] },
      { walls: PLAN.walls.slice(1) },
      'walls.0',
    ],
    [
      'one removes a planned device that the other moves',
      { planned: [] },
      { planned: [{ ...PLANNED, x: 1 }] },
      'planned',
    ],
  ])('conflict if %s', (_name, own, theirs, path) =>
    expect(mergePlans(PLAN, { ...PLAN, ...own }, { ...PLAN, ...theirs })).toEqual({
      state: 'conflict',
      conflicts: expect.arrayContaining([{ path }]),
    }),
  );

  test('do not conflict if both are the same', () =>
    expect(mergePlans(PLAN, { ...PLAN, walls: [LONGER] }, { ...PLAN, walls: [LONGER] })).toEqual({
      state: 'merged',
      plan: { ...PLAN, walls: [LONGER] },
    }));

  test('conflict if one changes the scale and the other an item', () => {
    const conflict = { state: 'conflict', conflicts: [{ path: 'settings.scale' }] };
    expect(mergePlans(PLAN, resize(PLAN, 60), withWall(PLAN, 'new'))).toEqual(conflict);
    expect(mergePlans(PLAN, withWall(PLAN, 'new'), resize(PLAN, 60))).toEqual(conflict);
  });

  test.each([
    ['own', 25],
    ['current', 30],
  ] as const)('that conflict are resolved with the %s items, beside all others', (preferred, x2) => {
    const own = withWall({ ...PLAN, walls: [LONGER, ...PLAN.walls.slice(1)] }, 'own');
    const theirs = { ...PLAN, planned: [], walls: [createWall('a', 0, 10, 30, 10), ...PLAN.walls.slice(1)] };
    const { planned, walls } = resolveConflicts(PLAN, own, theirs, preferred);
    expect(planned).toEqual([]);
    expect(walls.map((wall) => [wall.id, wall.x2])).toEqual([
      ['a', x2],
      ['b', 20],
      ['own', 2],
    ]);
  });

  test('lose nothing of either', () => {
    const walls = fc.uniqueArray(
      fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), x2: fc.integer({ min: 1, max: 3 }) }),
      { selector: ({ id }) => id },
    );
    const create = (list: readonly { id: string; x2: number }[]): FloorPlan => ({
      ...PLAN,
      walls: list.map(({ id, x2 }) => createWall(id, 0, 0, x2, 0)),
    });
    const read = (plan: FloorPlan, id: string) => plan.walls.find((wall) => wall.id === id)?.x2;
    fc.assert(
      fc.property(walls, walls, walls, (...lists) => {
        const [base, own, theirs] = lists.map(create) as [FloorPlan, FloorPlan, FloorPlan];
        const merge = mergePlans(base, own, theirs);
        for (const id of ['a', 'b', 'c', 'd']) {
          const [before, mine, other] = [base, own, theirs].map((plan) => read(plan, id));
          const isConflict = mine !== before && other !== before && mine !== other;
          if (isConflict) expect(merge.state).toBe('conflict');
          else if (merge.state === 'merged')
            expect(read(merge.plan, id)).toBe(mine === before ? other : mine);
        }
      }),
    );
  });
});

test('the difference of two versions counts items', () =>
  expect(comparePlans(PLAN, { ...withWall(resize(PLAN, 60), 'new'), planned: [] })).toEqual({
    added: 1,
    changed: 1,
    removed: 1,
  }));
