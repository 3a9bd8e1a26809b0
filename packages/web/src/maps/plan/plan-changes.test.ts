import {
  createEmptyPlan,
  DEFAULT_PLAN_SETTINGS,
  floorPlan,
  type FloorPlan,
  submittedPlan,
} from '@northlight/contract';
import { describe, expect, test } from 'vitest';
import {
  addDoor,
  moveItem,
  moveWallEnd,
  parseRef,
  putItem,
  removeItem,
  rescalePlan,
  setPaperScale,
} from './plan-changes.ts';

const WALL = { id: 'a', x1: 0, y1: 10, x2: 20, y2: 10, material: 'brick' };
const AP = { deviceId: 'ap', x: 10, y: 5, heightM: 2.8, azimuth: 0, mounting: 'ceiling' as const };
const AREA = {
  id: 'z',
  kind: 'excluded' as const,
  points: [
    { x: 0, y: 0 },
    { x: 2, y: 0 },
    { x: 2, y: 2 },
  ],
};
const PLAN: FloorPlan = {
  ...createEmptyPlan(DEFAULT_PLAN_SETTINGS),
  walls: [WALL],
  zones: [AREA],
  devices: [AP],
};
const withDoor = addDoor(PLAN, { x: 5, y: 10.2 }, 0.5, 'door');

describe('a door', () => {
  test('is added to the nearest wall', () =>
    expect(withDoor?.walls[0]?.doors).toEqual([{ fromM: 4.55, widthM: 0.9, material: 'door' }]));

  test('is not added without a wall, or where another door is', () => {
    expect(addDoor(PLAN, { x: 5, y: 12 }, 0.5, 'door')).toBeUndefined();
    expect(withDoor && addDoor(withDoor, { x: 5.2, y: 10 }, 0.5, 'door')).toBeUndefined();
  });

  test('is removed when its wall becomes too short', () =>
    expect(withDoor && moveWallEnd(withDoor, 'a', 2, { x: 3, y: 10 }).walls[0]?.doors).toEqual([]));
});

describe('an item', () => {
  test('is moved; a device stays on the plan', () => {
    expect(moveItem(PLAN, { list: 'walls', id: 'a' }, 1, -2).walls[0]).toMatchObject({
      x1: 1,
      y1: 8,
      x2: 21,
    });
    expect(moveItem(PLAN, { list: 'zones', id: 'z' }, 1, 1).zones[0]?.points[1]).toEqual({ x: 3, y: 1 });
    expect(moveItem(PLAN, { list: 'devices', id: 'ap' }, 100, -100).devices[0]).toMatchObject({
      x: 50,
      y: 0,
    });
  });

  test('is replaced by its id, and removed', () => {
    expect(putItem(PLAN, 'devices', { ...AP, x: 1 }).devices).toEqual([{ ...AP, x: 1 }]);
    expect(removeItem(PLAN, { list: 'devices', id: 'ap' }).devices).toEqual([]);
  });

  test('has a reference for the address of the page', () => {
    expect(parseRef('walls a')).toEqual({ list: 'walls', id: 'a' });
    expect(parseRef('other a')).toBeUndefined();
  });
});

test('a new scale keeps all items at their places on the picture', () => {
  const plan = withDoor && rescalePlan(withDoor, { x: 0, y: 10 }, { x: 20, y: 10 }, 10);
  expect(plan).toMatchObject({
    settings: { size: { widthM: 25, depthM: 15 }, scale: { to: { x: 10, y: 5 }, lengthM: 10 } },
    walls: [{ x2: 10, y2: 5, doors: [{ fromM: 2.275, widthM: 0.45 }] }],
    devices: [{ x: 5, y: 2.5, heightM: 2.8 }],
  });
  expect(floorPlan.safeParse(plan).success).toBe(true);
});

test('a scale of the drawing sets the size from that of the paper', () => {
  const paperWidthMm = 420;
  const plan = withDoor && { ...withDoor, settings: { ...withDoor.settings, paperWidthMm } };
  const scaled = plan && setPaperScale(plan, 100);
  expect(scaled).toMatchObject({ settings: { size: { widthM: 42, depthM: 25.2 } }, walls: [{ x2: 16.8 }] });
  expect(submittedPlan.safeParse(scaled).success).toBe(true);
  expect(withDoor && setPaperScale(withDoor, 100)).toBe(withDoor);
});
