import {
  createEmptyPlan,
  DEFAULT_MATERIALS,
  DEFAULT_PLAN_SETTINGS,
  type FloorPlan,
} from '@northlight/contract';
import { describe, expect, test } from 'vitest';
import { placeAutomatically } from './place-automatically.ts';

const WALL = { id: 'a', x1: 25, y1: 0, x2: 25, y2: 30, material: 'concrete' };
const PLAN: FloorPlan = { ...createEmptyPlan(DEFAULT_PLAN_SETTINGS), walls: [WALL] };
const place = (plan: FloorPlan, share = 0.95) =>
  placeAutomatically({
    plan,
    devices: [],
    materials: DEFAULT_MATERIALS,
    model: 'NL-AP6C',
    share,
    powerDbm: 10,
  });

describe('proposed places', () => {
  test('reach the target, and keep away from walls', () => {
    const result = place(PLAN);
    expect(result.isReached).toBe(true);
    expect(result.servedM2).toBeGreaterThanOrEqual(0.95 * result.wantedM2);
    for (const { x } of result.planned) expect(Math.abs(x - 25)).toBeGreaterThanOrEqual(0.4);
  });

  test('add nothing to a plan that reaches the target already', () => {
    const first = place(PLAN);
    const filled = { ...PLAN, planned: [...first.planned] };
    expect(place(filled)).toMatchObject({ planned: [], isReached: true });
  });

  test('are fewer with the access points that are present', () => {
    const all = place(PLAN).planned;
    const [one] = all;
    if (!one) throw new Error('Nothing is proposed.');
    expect(place({ ...PLAN, planned: [one] }).planned.length).toBeLessThan(all.length);
  });

  test('leave out areas that do not count', () => {
    const points = [
      { x: 25, y: 0 },
      { x: 50, y: 0 },
      { x: 50, y: 30 },
      { x: 25, y: 30 },
    ];
    const { wantedM2 } = place({ ...PLAN, zones: [{ id: 'z', kind: 'excluded', points }] });
    expect(wantedM2).toBeCloseTo(750, -1);
  });
});
