import type { CardOffset, LayoutDirection, TopologyEditChange, TopologyEdits } from '@northlight/contract';

/** Changes that are undone together. */
export type EditStep = readonly TopologyEditChange[];

/** Edits that are not saved yet. */
export interface EditDraft {
  /** The saved edits on which the steps are based. */
  readonly base: TopologyEdits;
  readonly steps: readonly EditStep[];
  /** Number of steps that have not been undone. */
  readonly done: number;
}

export const createDraft = (base: TopologyEdits): EditDraft => ({ base, steps: [], done: 0 });

/** Adds a step after those that have not been undone. */
export function addStep({ base, done, steps }: EditDraft, step: EditStep): EditDraft {
  const kept = steps.slice(0, done);
  return { base, steps: [...kept, step], done: done + 1 };
}

/** Adds a step, or replaces the last one if it changed the same items: repeated moves of a card are one step. */
export function mergeStep(draft: EditDraft, step: EditStep): EditDraft {
  const last = draft.steps[draft.done - 1];
  const isSame = last && formatKeys(last) === formatKeys(step);
  return addStep(isSame ? undo(draft) : draft, step);
}

export const undo = (draft: EditDraft): EditDraft => ({ ...draft, done: Math.max(0, draft.done - 1) });

export const redo = (draft: EditDraft): EditDraft => ({
  ...draft,
  done: Math.min(draft.steps.length, draft.done + 1),
});

/** Lists the last change of each item that differs from the saved edits. */
export function listChanges({ done, steps }: EditDraft, saved: TopologyEdits): readonly TopologyEditChange[] {
  const byKey = new Map(
    steps
      .slice(0, done)
      .flat()
      .map((change) => [formatKey(change), change] as const),
  );
  return [...byKey.values()].filter((change) => !isEqual(readValue(saved, change), change.value));
}

/** Lists the changes of items that another user has changed in another way since the draft was begun. */
export const listConflicts = (draft: EditDraft, saved: TopologyEdits): readonly TopologyEditChange[] =>
  listChanges(draft, saved).filter(
    (change) => !isEqual(readValue(draft.base, change), readValue(saved, change)),
  );

/** Continues the draft on the present edits: with the own changes, or with those of the other user. */
export function resolveConflicts(draft: EditDraft, saved: TopologyEdits, keep: 'own' | 'saved'): EditDraft {
  if (keep === 'own') return { ...draft, base: saved };
  const dropped = new Set(listConflicts(draft, saved).map(formatKey));
  const steps = draft.steps.map((step) => step.filter((change) => !dropped.has(formatKey(change))));
  return { ...draft, base: saved, steps };
}

export const applyChanges = (edits: TopologyEdits, changes: readonly TopologyEditChange[]): TopologyEdits =>
  changes.reduce(applyChange, edits);

function applyChange(edits: TopologyEdits, change: TopologyEditChange): TopologyEdits {
  switch (change.kind) {
    case 'position': {
      const { direction, nodeId, value } = change;
      const others = edits.positions.filter((each) => each.nodeId !== nodeId || each.direction !== direction);
      return { ...edits, positions: value ? [...others, { nodeId, direction, ...value }] : others };
    }
    case 'name': {
      const { nodeId, value: name } = change;
      const others = edits.names.filter((each) => each.nodeId !== nodeId);
      return { ...edits, names: name === null ? others : [...others, { nodeId, name }] };
    }
    case 'hidden': {
      const others = edits.hidden.filter((id) => id !== change.nodeId);
      return { ...edits, hidden: change.value ? [...others, change.nodeId] : others };
    }
    case 'root':
      return { ...edits, rootId: change.value ?? undefined };
    case 'device': {
      const { id, value } = change;
      if (value) return { ...edits, devices: replaceItem(edits.devices, { id, ...value }) };
      return { ...edits, devices: edits.devices.filter((device) => device.id !== id) };
    }
    case 'link': {
      const { id, value } = change;
      if (value) return { ...edits, links: replaceItem(edits.links, { id, ...value, isUsed: true }) };
      return { ...edits, links: edits.links.filter((link) => link.id !== id) };
    }
  }
}

const replaceItem = <Item extends { readonly id: string }>(items: readonly Item[], item: Item): Item[] =>
  items.some(({ id }) => id === item.id)
    ? items.map((each) => (each.id === item.id ? item : each))
    : [...items, item];

/** Returns the changes that remove a manual device with its links and positions. */
export function createRemoval({ links, positions }: TopologyEdits, id: string): EditStep {
  return [
    { kind: 'device', id, value: null },
    ...links
      .filter(({ lower, upper }) => lower.nodeId === id || upper.nodeId === id)
      .map((link) => ({ kind: 'link', id: link.id, value: null }) as const),
    ...positions
      .filter(({ nodeId }) => nodeId === id)
      .map(({ direction, nodeId }) => ({ kind: 'position', nodeId, direction, value: null }) as const),
  ];
}

/** Returns the positions of a direction by node. */
export const listOffsets = (
  { positions }: TopologyEdits,
  direction: LayoutDirection,
): ReadonlyMap<string, CardOffset> =>
  new Map(
    positions.flatMap((each) =>
      each.direction === direction ? [[each.nodeId, { x: each.x, y: each.y }] as const] : [],
    ),
  );

function formatKey(change: TopologyEditChange): string {
  switch (change.kind) {
    case 'position':
      return `${change.kind} ${change.direction} ${change.nodeId}`;
    case 'name':
    case 'hidden':
      return `${change.kind} ${change.nodeId}`;
    case 'root':
      return change.kind;
    case 'device':
    case 'link':
      return `${change.kind} ${change.id}`;
  }
}

const formatKeys = (step: EditStep): string => step.map(formatKey).join('|');

/** Returns the value of a change's item in saved edits; null if there is none. */
function readValue(edits: TopologyEdits, change: TopologyEditChange): TopologyEditChange['value'] {
  switch (change.kind) {
    case 'position': {
      const { direction, nodeId } = change;
      const saved = edits.positions.find((each) => each.nodeId === nodeId && each.direction === direction);
      return saved ? { x: saved.x, y: saved.y } : null;
    }
    case 'name':
      return edits.names.find(({ nodeId }) => nodeId === change.nodeId)?.name ?? null;
    case 'hidden':
      return edits.hidden.includes(change.nodeId) ? true : null;
    case 'root':
      return edits.rootId ?? null;
    case 'device': {
      const saved = edits.devices.find(({ id }) => id === change.id);
      return saved ? { type: saved.type, name: saved.name } : null;
    }
    case 'link': {
      const saved = edits.links.find(({ id }) => id === change.id);
      return saved ? { upper: saved.upper, lower: saved.lower } : null;
    }
  }
}

/** Compares values whose objects may have their fields in another order. */
function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other;
  const [first, second] = [Object.entries(one), new Map(Object.entries(other))];
  return first.length === second.size && first.every(([key, value]) => isEqual(value, second.get(key)));
}
