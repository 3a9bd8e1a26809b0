import { describe, expect, test } from 'vitest';
import { DEFAULT_MATERIALS, mapMaterials } from './materials.ts';
import { createEmptyPlan, DEFAULT_PLAN_SETTINGS, floorPlan, PLAN_LIMITS } from './plan.ts';
import { createWall, DEVICE, PLAN, PLANNED } from './testing/plans.ts';

/** Lists the fields with errors and their messages. */
const refuse = (plan: unknown): string[] =>
  (floorPlan.safeParse(plan).error?.issues ?? []).map(
    ({ message, path }) => `${path.map(String).join('.')}: ${message}`,
  );
const square = [
  { x: 0, y: 0 },
  { x: 4, y: 0 },
  { x: 4, y: 4 },
  { x: 0, y: 4 },
];

describe('a floor plan', () => {
  test('can be empty, and have walls, areas and devices', () => {
    expect(refuse(createEmptyPlan(DEFAULT_PLAN_SETTINGS))).toEqual([]);
    expect(refuse(PLAN)).toEqual([]);
  });

  test.each([
    [
      'a wall without a length',
      { walls: [createWall('a', 1, 1, 1, 1)] },
      'walls.0.x2: The wall has no length.',
    ],
    [
      'a door beyond its wall',
      { walls: [{ ...createWall('a', 0, 0, 3, 0), doors: [{ fromM: 2.5, widthM: 1, material: 'door' }] }] },
      'walls.0.doors.0.fromM: The door reaches beyond the wall.',
    ],
    [
      'an area whose edges cross',
      { zones: [{ id: 'z', kind: 'excluded', points: [square[0], square[2], square[1], square[3]] }] },
      'zones.0.points: The edges of the area cross each other.',
    ],
    [
      'an area with a repeated corner',
      { zones: [{ id: 'z', kind: 'excluded', points: [square[0], square[0], square[1], square[2]] }] },
      'zones.0.points: The edges of the area cross each other.',
    ],
    [
      'two walls with one id',
      { walls: [createWall('a', 0, 0, 1, 0), createWall('a', 0, 1, 1, 1)] },
      'walls.1.id: The plan has this item twice.',
    ],
    [
      'a device twice',
      { devices: [DEVICE, { ...DEVICE, x: 2 }] },
      'devices.1.deviceId: The plan has this item twice.',
    ],
    [
      'a device outside the plan',
      { devices: [{ ...DEVICE, x: 50.5 }] },
      'devices.0.x: The device is outside the plan.',
    ],
    [
      'a scale of zero',
      {
        settings: {
          ...DEFAULT_PLAN_SETTINGS,
          scale: { from: { x: 0, y: 0 }, to: { x: 1, y: 0 }, lengthM: 0 },
        },
      },
      'settings.scale.lengthM: Enter a length above 0 m.',
    ],
    [
      'a scale between one point',
      {
        settings: {
          ...DEFAULT_PLAN_SETTINGS,
          scale: { from: { x: 1, y: 0 }, to: { x: 1, y: 0 }, lengthM: 3 },
        },
      },
      'settings.scale: Choose two different points.',
    ],
    [
      'more walls than a floor has',
      {
        walls: Array.from({ length: PLAN_LIMITS.walls + 1 }, (_, index) =>
          createWall(`w${index}`, 0, 0, 1, 0),
        ),
      },
      'walls: A floor has at most 5,000 walls.',
    ],
    [
      'more devices than a floor has, with planned ones',
      {
        devices: [DEVICE],
        planned: Array.from({ length: PLAN_LIMITS.devices }, (_, index) => ({ ...PLANNED, id: `p${index}` })),
      },
      'planned: A floor has at most 200 devices with planned ones.',
    ],
  ])('refuses %s at its field', (_name, part, message) =>
    expect(refuse({ ...createEmptyPlan(DEFAULT_PLAN_SETTINGS), ...part })).toEqual([message]),
  );
});

describe('materials', () => {
  test('have the losses of the specification at first', () =>
    expect(DEFAULT_MATERIALS.map(({ lossDb, name }) => `${name} ${lossDb.ghz5}`)).toEqual([
      'Plasterboard 5',
      'Wood 6.5',
      'Glass 12',
      'Brick 20',
      'Coated glass 20',
      'Concrete 20',
      'Papered wall 23',
      'Bearing wall 28',
      'Door 6',
    ]));

  test('have different names', () => {
    const [first, second] = DEFAULT_MATERIALS;
    const { error } = mapMaterials.safeParse({
      version: 0,
      items: [first, { ...second, name: 'PLASTERBOARD' }],
    });
    expect(error?.issues.map(({ path }) => path)).toEqual([['items', 1, 'name']]);
  });
});
