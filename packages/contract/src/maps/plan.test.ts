import { describe, expect, test } from 'vitest';
import { DEFAULT_MATERIALS, mapMaterials } from './materials.ts';
import { createEmptyPlan, DEFAULT_PLAN_SETTINGS, floorPlan, PLAN_LIMITS, submittedPlan } from './plan.ts';
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
      wallLosses: 'measured',
      items: [first, { ...second, name: 'PLASTERBOARD' }],
    });
    expect(error?.issues.map(({ path }) => path)).toEqual([['items', 1, 'name']]);
  });
});

/** Lists the fields with errors of a submitted plan. */
const refuseSubmitted = (part: object): string[] =>
  (submittedPlan.safeParse({ ...PLAN, ...part }).error?.issues ?? []).map(
    ({ message, path }) => `${path.map(String).join('.')}: ${message}`,
  );
const withScale = (scale: object) => ({ settings: { ...PLAN.settings, scale } });
const [origin, oneMetre] = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
];

describe('a submitted floor plan', () => {
  test.each([1e-300, 1e-9, 0.0009])(
    'is refused with lengths of %s m, which stored plans can have',
    (length) => {
      const wall = createWall('a', 0, 0, length, 0);
      expect(refuseSubmitted({ walls: [wall] })).toEqual(['walls.0.x2: The wall is shorter than 1 mm.']);
      expect(floorPlan.safeParse({ ...PLAN, walls: [wall] }).success).toBe(true);
      const doors = [{ fromM: 0, widthM: length, material: 'door' }];
      expect(refuseSubmitted({ walls: [{ ...createWall('a', 0, 0, 3, 0), doors }] })).toEqual([
        'walls.0.doors.0.widthM: Enter at least 1 mm.',
      ]);
      const points = [square[0], { x: length, y: 0 }, square[2], square[3]];
      expect(refuseSubmitted({ zones: [{ id: 'z', kind: 'excluded', points }] })).toEqual([
        'zones.0.points.0: The edge of the area is shorter than 1 mm.',
      ]);
      expect(refuseSubmitted(withScale({ from: origin, to: oneMetre, lengthM: length }))).toEqual([
        'settings.scale.lengthM: Enter at least 1 mm.',
      ]);
    },
  );

  test.each([2_000, 1.1, 0.9, 0.5])('is refused with a scale of %s m between points 1 m apart', (lengthM) =>
    expect(refuseSubmitted(withScale({ from: origin, to: oneMetre, lengthM }))).toEqual([
      'settings.scale.lengthM: The points of the scale have another distance on a floor of this size.',
    ]),
  );

  test('is refused with a scale far outside the floor', () =>
    expect(refuseSubmitted(withScale({ from: origin, to: { x: 1_900, y: 0 }, lengthM: 1_900 }))).toEqual([
      'settings.scale.to: The point is too far outside the plan.',
    ]));

  test('can have the rounded scale of the console', () =>
    expect(refuseSubmitted(withScale({ from: origin, to: { x: 10.001, y: 0.002 }, lengthM: 10 }))).toEqual(
      [],
    ));
});
