import { type FloorPlan, PLAN_LISTS, type PlanList } from './plan.ts';

/** An item or a setting that two people changed differently since the same version. */
export interface PlanConflict {
  /** Place in the plan of the second one: a setting, or an item of a list. */
  readonly path: string;
}

export type PlanMerge =
  | { readonly state: 'merged'; readonly plan: FloorPlan }
  | { readonly state: 'conflict'; readonly conflicts: readonly PlanConflict[] };

/** Numbers of items that a version added, changed and removed. */
export interface PlanDifference {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

type Item = FloorPlan[PlanList][number];

const LISTS = Object.keys(PLAN_LISTS) as PlanList[];
/** Settings whose change moves every item of the plan. */
const MOVING_SETTINGS = ['size', 'scale'] as const;

/**
 * Merges the changes that lead from `base` to `own` into `current`, which another person has saved since `base`. Changes of
 * different items do not conflict; a change of the scale conflicts with each change of an item, because it moves all items.
 */
export function mergePlans(base: FloorPlan, own: FloorPlan, current: FloorPlan): PlanMerge {
  const { conflicts, plan } = mergeItems(base, own, current, 'current');
  return conflicts.length > 0 ? { state: 'conflict', conflicts } : { state: 'merged', plan };
}

/** Merges like `mergePlans`; where both have changed the same item, that of `preferred` is kept. */
export function resolveConflicts(
  base: FloorPlan,
  own: FloorPlan,
  current: FloorPlan,
  preferred: 'own' | 'current',
): FloorPlan {
  const { conflicts, plan } = mergeItems(base, own, current, preferred);
  if (!conflicts.some(({ path }) => path === MOVED)) return plan;
  return preferred === 'own' ? own : current;
}

/** Conflict of a change that moves every item with changes of items. */
const MOVED = 'settings.scale';

function mergeItems(
  base: FloorPlan,
  own: FloorPlan,
  current: FloorPlan,
  preferred: 'own' | 'current',
): { readonly conflicts: readonly PlanConflict[]; readonly plan: FloorPlan } {
  const conflicts: PlanConflict[] = [];
  const settings: Record<string, unknown> = { ...current.settings };
  for (const name of listKeys(base.settings, own.settings, current.settings)) {
    const [before, mine, theirs] = [base, own, current].map((plan) => readField(plan.settings, name));
    if (isSame(before, mine)) continue;
    const isConflict = !isSame(before, theirs) && !isSame(mine, theirs);
    if (isConflict) conflicts.push({ path: `settings.${name}` });
    if (isConflict && preferred === 'current') continue;
    if (mine === undefined) delete settings[name];
    else settings[name] = mine;
  }
  const lists: Partial<Record<PlanList, readonly Item[]>> = {};
  let areOwnItemsChanged = false;
  let areOtherItemsChanged = false;
  for (const list of LISTS) {
    const [before, mine, theirs] = [base, own, current].map((plan) => indexItems(plan, list));
    if (!before || !mine || !theirs) continue;
    const merged = new Map(theirs);
    for (const id of new Set([...before.keys(), ...mine.keys(), ...theirs.keys()])) {
      const isOwn = !isSame(before.get(id), mine.get(id));
      const isOther = !isSame(before.get(id), theirs.get(id));
      areOwnItemsChanged ||= isOwn;
      areOtherItemsChanged ||= isOther;
      if (!isOwn) continue;
      const item = mine.get(id);
      const isConflict = isOther && !isSame(item, theirs.get(id));
      if (isConflict) conflicts.push({ path: formatItemPath(own, list, id) });
      if (isConflict && preferred === 'current') continue;
      if (item) merged.set(id, item);
      else merged.delete(id);
    }
    lists[list] = [...merged.values()];
  }
  const moves = (plan: FloorPlan): boolean =>
    MOVING_SETTINGS.some((name) => !isSame(base.settings[name], plan.settings[name]));
  if ((moves(own) && areOtherItemsChanged) || (moves(current) && areOwnItemsChanged))
    conflicts.push({ path: MOVED });
  return { conflicts, plan: { ...current, ...lists, settings } as FloorPlan };
}

/** Counts the items that differ between two versions of a plan; changed settings count as one item. */
export function comparePlans(before: FloorPlan, after: FloorPlan): PlanDifference {
  const counts = { added: 0, changed: isSame(before.settings, after.settings) ? 0 : 1, removed: 0 };
  for (const list of LISTS) {
    const [old, present] = [indexItems(before, list), indexItems(after, list)];
    for (const [id, item] of present) {
      if (!old.has(id)) counts.added += 1;
      else if (!isSame(old.get(id), item)) counts.changed += 1;
    }
    for (const id of old.keys()) if (!present.has(id)) counts.removed += 1;
  }
  return counts;
}

const readField = (object: object, name: string): unknown =>
  Object.entries(object).find(([key]) => key === name)?.[1];

const listKeys = (...objects: readonly object[]): ReadonlySet<string> =>
  new Set(objects.flatMap((object) => Object.keys(object)));

const getItemId = (list: PlanList, item: Item): string => String(readField(item, PLAN_LISTS[list]));

const indexItems = (plan: FloorPlan, list: PlanList): Map<string, Item> =>
  new Map(plan[list].map((item: Item) => [getItemId(list, item), item]));

function formatItemPath(plan: FloorPlan, list: PlanList, id: string): string {
  const index = plan[list].findIndex((item: Item) => getItemId(list, item) === id);
  return index < 0 ? list : `${list}.${index}`;
}

/** True if two JSON values are equal; the order of fields does not matter, and absent fields are undefined. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  for (const key of listKeys(one, other))
    if (!isSame(readField(one, key), readField(other, key))) return false;
  return true;
}
