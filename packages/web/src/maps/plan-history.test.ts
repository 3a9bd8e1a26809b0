import { createEmptyPlan, DEFAULT_PLAN_SETTINGS, type FloorPlan } from '@northlight/contract';
import { describe, expect, test } from 'vitest';
import { addStep, createHistory, endStep, getPlan, redo, undo } from './plan-history.ts';

const createPlan = (floorHeightM: number): FloorPlan =>
  createEmptyPlan({ ...DEFAULT_PLAN_SETTINGS, floorHeightM });
const read = (history: Parameters<typeof getPlan>[0]) => getPlan(history).settings.floorHeightM;
const start = createHistory(createPlan(3));

describe('the steps of a plan', () => {
  test('are undone and repeated', () => {
    const changed = addStep(addStep(start, createPlan(4)), createPlan(5));
    expect([read(undo(changed)), read(undo(undo(undo(changed)))), read(redo(undo(changed)))]).toEqual([
      4, 3, 5,
    ]);
  });

  test('with one key are one step until it ends', () => {
    const moved = addStep(addStep(start, createPlan(4), 'ap'), createPlan(5), 'ap');
    expect(read(undo(moved))).toBe(3);
    expect(read(undo(addStep(endStep(moved), createPlan(6), 'ap')))).toBe(5);
  });

  test('that were undone are lost with the next one', () => {
    const other = addStep(undo(addStep(start, createPlan(4))), createPlan(9));
    expect(read(redo(other))).toBe(9);
    expect(read(undo(other))).toBe(3);
  });
});
