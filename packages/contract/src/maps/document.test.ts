import { describe, expect, test } from 'vitest';
import { comparePlans, PLAN_DOCUMENT } from './document.ts';
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

const merge = (own: FloorPlan, saved: FloorPlan, side: 'mine' | 'theirs' = 'mine') =>
  PLAN_DOCUMENT.merge({ base: PLAN, own, saved }, () => side);
const listAddresses = ({ conflicts }: ReturnType<typeof merge>) => conflicts.map(({ address }) => address);

describe('changes of two people', () => {
  test('are merged when they concern different items', () => {
    const own = withWall({ ...PLAN, devices: [{ ...DEVICE, x: 11 }] }, 'own');
    const current = withWall({ ...PLAN, planned: [], walls: PLAN.walls.slice(1) }, 'theirs');
    expect(merge(own, current)).toEqual({
      conflicts: [],
      content: {
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
      `devices/${DEVICE.deviceId}`,
    ],
    [
      'one changes a wall that the other removes',
      { walls: [LONGER] },
      { walls: PLAN.walls.slice(1) },
      'walls/a',
    ],
    [
      'one removes a planned device that the other moves',
      { planned: [] },
      { planned: [{ ...PLANNED, x: 1 }] },
      `planned/${PLANNED.id}`,
    ],
  ])('conflict if %s', (_name, own, theirs, address) =>
    expect(listAddresses(merge({ ...PLAN, ...own }, { ...PLAN, ...theirs }))).toContain(address),
  );

  test('do not conflict if both are the same', () =>
    expect(merge({ ...PLAN, walls: [LONGER] }, { ...PLAN, walls: [LONGER] })).toEqual({
      conflicts: [],
      content: { ...PLAN, walls: [LONGER] },
    }));

  test('conflict if one changes the size and the other an item: one of the plans is kept as it is', () => {
    const [resized, extended] = [resize(PLAN, 60), withWall(PLAN, 'new')];
    for (const [own, saved] of [
      [resized, extended],
      [extended, resized],
    ] as const) {
      expect(listAddresses(merge(own, saved))).toEqual(['settings/size']);
      expect([merge(own, saved, 'mine').content, merge(own, saved, 'theirs').content]).toEqual([own, saved]);
    }
  });

  test.each([
    ['mine', 25],
    ['theirs', 30],
  ] as const)('that conflict are resolved with the items of the side %s, beside all others', (side, x2) => {
    const own = withWall({ ...PLAN, walls: [LONGER, ...PLAN.walls.slice(1)] }, 'own');
    const theirs = { ...PLAN, planned: [], walls: [createWall('a', 0, 10, 30, 10), ...PLAN.walls.slice(1)] };
    const { planned, walls } = merge(own, theirs, side).content;
    expect(planned).toEqual([]);
    expect(walls.map((wall) => [wall.id, wall.x2])).toEqual([
      ['a', x2],
      ['b', 20],
      ['own', 2],
    ]);
  });
});

test('the difference of two versions counts items', () =>
  expect(comparePlans(PLAN, { ...withWall(resize(PLAN, 60), 'new'), planned: [] })).toEqual({
    added: 1,
    changed: 1,
    removed: 1,
  }));

test('a setting that is undefined is the same as an absent one', () =>
  expect(
    PLAN_DOCUMENT.compare(PLAN, { ...PLAN, settings: { ...PLAN.settings, paperWidthMm: undefined } }),
  ).toEqual([]));
