import {
  defineDocument,
  type DocumentConflict,
  type DocumentDefinition,
  formatChangeAddress,
} from '../kit/document/index.ts';
import type { FloorPlan, PlacedDevice, PlannedDevice, PlanSettings, PlanWall, PlanZone } from './plan.ts';

/** A setting of a plan with its name. */
interface PlanSetting {
  readonly name: string;
  readonly value: unknown;
}

/** Items of a floor plan by list. */
export interface PlanItems {
  readonly settings: PlanSetting;
  readonly walls: PlanWall;
  readonly zones: PlanZone;
  readonly devices: PlacedDevice;
  readonly planned: PlannedDevice;
}
export type PlanConflict = DocumentConflict<PlanItems>;

/** Numbers of items that a version added, changed and removed. */
export interface PlanDifference {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** Settings whose change moves every item of the plan. */
const MOVING_SETTINGS: ReadonlySet<string> = new Set(['size', 'scale'] satisfies (keyof PlanSettings)[]);

const getId = ({ id }: { readonly id: string }): string => id;

const ITEMS = defineDocument<FloorPlan, PlanItems>({
  settings: {
    key: ({ name }) => name,
    read: ({ settings }) =>
      Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }])),
    write: (plan, settings) => ({
      ...plan,
      settings: Object.fromEntries(settings.map(({ name, value }) => [name, value])) as PlanSettings,
    }),
  },
  walls: { key: getId, read: ({ walls }) => walls, write: (plan, walls) => ({ ...plan, walls: [...walls] }) },
  zones: { key: getId, read: ({ zones }) => zones, write: (plan, zones) => ({ ...plan, zones: [...zones] }) },
  devices: {
    key: ({ deviceId }) => deviceId,
    read: ({ devices }) => devices,
    write: (plan, devices) => ({ ...plan, devices: [...devices] }),
  },
  planned: {
    key: getId,
    read: ({ planned }) => planned,
    write: (plan, planned) => ({ ...plan, planned: [...planned] }),
  },
});

/**
 * A floor plan as a document. A change of the size or the scale moves all items: it conflicts with each change of an item by
 * the other side, and the choice is then between the two plans as they are.
 */
export const PLAN_DOCUMENT: DocumentDefinition<FloorPlan, PlanItems> = {
  ...ITEMS,
  merge: (versions, choose = () => 'mine') => {
    const { base, own, saved } = versions;
    const [mine, theirs] = [own, saved].map((plan) => ITEMS.compare(base, plan));
    const moved = findMove(mine, theirs) ?? findMove(theirs, mine);
    if (!moved) return ITEMS.merge(versions, choose);
    const address = formatChangeAddress(moved);
    const read = (plan: FloorPlan) => ({ ...moved, value: ITEMS.find(plan, moved) }) as typeof moved;
    const conflict = { address, before: read(base), mine: read(own), theirs: read(saved) };
    return { content: choose(address) === 'mine' ? own : saved, conflicts: [conflict] };
  },
};

type Changes = ReturnType<typeof ITEMS.compare>;

/** Returns the change of one side that moves the items which the other side has changed. */
const findMove = (changes: Changes = [], others: Changes = []): Changes[number] | undefined =>
  others.some(({ list }) => list !== 'settings')
    ? changes.find(({ key, list }) => list === 'settings' && MOVING_SETTINGS.has(key))
    : undefined;

/** Counts the items that differ between two versions of a plan; changed settings count as one item. */
export function comparePlans(before: FloorPlan, after: FloorPlan): PlanDifference {
  const counts = { added: 0, changed: 0, removed: 0 };
  const changes = ITEMS.compare(before, after);
  if (changes.some(({ list }) => list === 'settings')) counts.changed += 1;
  for (const change of changes)
    if (change.list === 'settings') continue;
    else if (change.value === null) counts.removed += 1;
    else if (ITEMS.find(before, change) === null) counts.added += 1;
    else counts.changed += 1;
  return counts;
}
