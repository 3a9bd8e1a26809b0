import type { TopologyEditChange, TopologyEdits } from '@northlight/contract';
import { describe, expect, test } from 'vitest';
import {
  addStep,
  applyChanges,
  createDraft,
  createRemoval,
  type EditDraft,
  type EditStep,
  listChanges,
  listConflicts,
  mergeStep,
  redo,
  resolveConflicts,
  undo,
} from './edit-draft.ts';
import { NO_EDITS } from '../testing/no-edits.ts';

const move = (nodeId: string, x: number): TopologyEditChange => ({
  kind: 'position',
  nodeId,
  direction: 'vertical',
  value: { x, y: 0 },
});
const hide = (nodeId: string): TopologyEditChange => ({ kind: 'hidden', nodeId, value: true });
const HUB: TopologyEditChange = { kind: 'device', id: 'manual hub', value: { type: 'switch', name: 'Hub' } };
const LINK: TopologyEditChange = {
  kind: 'link',
  id: 'link',
  value: { upper: { nodeId: 'sw', port: 'p3' }, lower: { nodeId: 'manual hub' } },
};
const createSteps = (...steps: readonly EditStep[]): EditDraft =>
  steps.reduce(addStep, createDraft(NO_EDITS));
const getEdits = (draft: EditDraft, saved = NO_EDITS): TopologyEdits =>
  applyChanges(saved, listChanges(draft, saved));

describe('a draft of edits', () => {
  const draft = createSteps([move('sw', 1)], [HUB, LINK], [move('sw', 2)], [hide('ap')]);

  test('contains the last value of each item', () =>
    expect(getEdits(draft)).toEqual({
      ...NO_EDITS,
      positions: [{ nodeId: 'sw', direction: 'vertical', x: 2, y: 0 }],
      devices: [{ id: 'manual hub', type: 'switch', name: 'Hub' }],
      links: [{ ...LINK.value, id: 'link', isUsed: true }],
      hidden: ['ap'],
    }));

  test('is the same after every step was undone and done again', () => {
    const undone = [1, 2, 3, 4, 5].reduce(undo, draft);
    expect(listChanges(undone, NO_EDITS)).toEqual([]);
    expect(getEdits([1, 2, 3, 4, 5].reduce(redo, undone))).toEqual(getEdits(draft));
  });

  test('loses undone steps when another one follows', () => {
    const other = addStep(undo(undo(draft)), [hide('cam')]);
    expect(redo(other)).toEqual(other);
    expect(getEdits(other)).toMatchObject({ hidden: ['cam'], positions: [{ x: 1 }] });
  });

  test('has repeated moves of a card as one step', () => {
    const moved = [1, 2, 3].reduce((before, x) => mergeStep(before, [move('ap', x)]), draft);
    expect(getEdits(undo(moved))).toEqual(getEdits(draft));
    expect(getEdits(mergeStep(moved, [move('cam', 9)])).positions).toHaveLength(3);
  });

  test('has no changes if all items have their saved values again', () => {
    const saved = getEdits(draft);
    expect(listChanges(draft, { ...saved, revision: 1 })).toEqual([]);
  });

  test('removes a manual device with its link and position', () => {
    const moved = addStep(draft, [move('manual hub', 4)]);
    const removed = addStep(moved, createRemoval(getEdits(moved), 'manual hub'));
    expect(getEdits(removed)).toEqual({ ...getEdits(draft), devices: [], links: [] });
  });
});

describe('edits that another user saved meanwhile', () => {
  const draft = createSteps([move('sw', 1)], [hide('ap')]);
  const saved = { ...applyChanges(NO_EDITS, [move('sw', 7), hide('cam')]), revision: 1 };

  test('of other items are kept', () =>
    expect(getEdits(draft, saved).hidden.toSorted()).toEqual(['ap', 'cam']));

  test('of the same item are a conflict', () => expect(listConflicts(draft, saved)).toEqual([move('sw', 1)]));

  test('with the same value are no conflict', () => {
    const same = { ...applyChanges(NO_EDITS, [move('sw', 1)]), revision: 1 };
    expect(listConflicts(draft, same)).toEqual([]);
  });

  test.each([
    ['own', 1],
    ['saved', 7],
  ] as const)('are resolved with the %s values', (keep, x) => {
    const resolved = resolveConflicts(draft, saved, keep);
    expect(listConflicts(resolved, saved)).toEqual([]);
    expect(getEdits(resolved, saved)).toMatchObject({ positions: [{ x }], hidden: ['cam', 'ap'] });
  });
});
