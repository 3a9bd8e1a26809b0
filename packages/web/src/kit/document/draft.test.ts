import { TOPOLOGY_DOCUMENT, type TopologyEdits } from '@northlight/contract';
import { expect, test } from 'vitest';
import { createDraft, type DocumentDraft, mergeDraft, rebaseDraft } from './draft.ts';
import { addStep, getContent, undo } from './history.ts';

const { apply, set } = TOPOLOGY_DOCUMENT;
const EMPTY: TopologyEdits = { revision: 0, positions: [], names: [], hidden: [], devices: [], links: [] };
const move = (nodeId: string, x: number) => set('positions', { nodeId, direction: 'vertical', x, y: 0 });
const edit = (draft: DocumentDraft<TopologyEdits>, change: ReturnType<typeof move>) => ({
  ...draft,
  history: addStep(draft.history, apply(getContent(draft.history), [change])),
});
const draft = edit(edit(createDraft(EMPTY), move('sw', 1)), set('hidden', 'ap'));
const saved = { ...apply(EMPTY, [move('sw', 7), set('hidden', 'cam')]), revision: 1 };

test('edits of other items by others are kept; those of the same item are conflicts', () => {
  const { conflicts, content } = mergeDraft(TOPOLOGY_DOCUMENT, draft, saved);
  expect(conflicts).toMatchObject([
    {
      address: 'positions/vertical sw',
      before: { value: null },
      mine: { value: { x: 1 } },
      theirs: { value: { x: 7 } },
    },
  ]);
  expect(content).toMatchObject({ revision: 1, hidden: ['cam', 'ap'] });
});

test.each([
  ['mine', 1],
  ['theirs', 7],
] as const)('continues a draft with the values of the side %s; its steps can still be undone', (side, x) => {
  const rebased = rebaseDraft(TOPOLOGY_DOCUMENT, draft, saved, () => side);
  expect(mergeDraft(TOPOLOGY_DOCUMENT, rebased, saved)).toMatchObject({
    conflicts: [],
    content: { positions: [{ x }], hidden: ['cam', 'ap'] },
  });
  expect(getContent(undo(rebased.history))).toMatchObject({ positions: [{ x }], hidden: ['cam'] });
});
