import { describe, expect, test } from 'vitest';
import { addStep, canRedo, canUndo, createHistory, endStep, getContent, redo, undo } from './history.ts';

const start = createHistory(3);

describe('the steps of a document', () => {
  test('are undone and repeated', () => {
    const changed = addStep(addStep(start, 4), 5);
    expect([undo(changed), undo(undo(undo(changed))), redo(undo(changed))].map(getContent)).toEqual([
      4, 3, 5,
    ]);
    expect([start, changed, undo(changed)].map((each) => [canUndo(each), canRedo(each)])).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ]);
  });

  test('with one key are one step until it ends', () => {
    const moved = addStep(addStep(start, 4, 'ap'), 5, 'ap');
    expect(getContent(undo(moved))).toBe(3);
    expect(getContent(undo(addStep(endStep(moved), 6, 'ap')))).toBe(5);
  });

  test('that were undone are lost with the next one', () => {
    const other = addStep(undo(addStep(start, 4)), 9);
    expect(getContent(redo(other))).toBe(9);
    expect(getContent(undo(other))).toBe(3);
  });
});
