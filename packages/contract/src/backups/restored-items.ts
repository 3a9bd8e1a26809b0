import { z } from 'zod';
import type { ConfigChange } from '../kit/config-change.ts';
import type { ProjectContent } from '../network/index.ts';
import type { Adaption } from './adaption.ts';
import { type BackedUpDevice, getsPart, selectPart, WITHOUT_ITEMS } from './content.ts';
import {
  BACKUP_PART_NAMES,
  BACKUP_PARTS,
  backupPart,
  type BackupPart,
  type PartDefinition,
} from './parts.ts';

/** Results of a restoration for one item. */
export const RESTORED_OUTCOMES = {
  restored: 'Restored',
  removed: 'Removed',
  kept: 'Unchanged',
  adapted: 'Adapted',
  skipped: 'Skipped',
} as const;

/** An item of a backup, or of its device, and its result of a restoration. */
export const restoredItem = z.object({
  part: backupPart,
  /** List and key of the item in the configuration. */
  path: z.array(z.string()),
  name: z.string(),
  outcome: z.enum(['restored', 'removed', 'kept', 'adapted', 'skipped']),
  /** Absent for an item that was restored as it is in the file. */
  reason: z.string().optional(),
});
export type RestoredItem = z.infer<typeof restoredItem>;

const NOT_GOT = 'The device does not have this part in its present role.';
const NOT_CHOSEN = 'The part was not chosen.';
const SAME = 'The device had it already.';
const REMOVED = 'The backup does not contain it.';
const SHARED = 'The backup does not contain it. It stays, because other access points use it too.';

interface Restoration {
  /** Items that the device gets otherwise than they are in the file. */
  readonly adaptions: readonly Adaption[];
  readonly present: ProjectContent;
  readonly backup: ProjectContent;
  readonly restored: ProjectContent;
  readonly device: BackedUpDevice;
  readonly parts: readonly BackupPart[];
  /** Describes the differences between two contents. */
  readonly describe: (from: ProjectContent, to: ProjectContent) => readonly ConfigChange[];
}

/** Lists the result of a restoration item by item. */
export const listRestoredItems = (restoration: Restoration): RestoredItem[] =>
  addAdaptions(
    BACKUP_PART_NAMES.flatMap((part) => listPartItems(restoration, part)),
    restoration,
  );

/** Marks the items that were adapted to other hardware, and adds those that it does not have. */
function addAdaptions(
  items: readonly RestoredItem[],
  { adaptions, parts }: Pick<Restoration, 'adaptions' | 'parts'>,
): RestoredItem[] {
  const chosen = adaptions.filter(({ part }) => parts.includes(part));
  const byItem = Map.groupBy(chosen, ({ item, part }) => `${part} ${item}`);
  const names = new Set(items.map(({ name, part }) => `${part} ${name}`));
  return [
    ...items.map((item): RestoredItem => {
      const own = byItem.get(`${item.part} ${item.name}`);
      if (!own || item.outcome === 'removed' || item.outcome === 'skipped') return item;
      return { ...item, outcome: 'adapted', reason: own.map(({ reason }) => reason).join(' ') };
    }),
    ...chosen
      .filter(({ item, part }) => !names.has(`${part} ${item}`))
      .map(({ item, outcome, part, reason }): RestoredItem => ({
        part,
        path: [],
        name: item,
        outcome,
        reason,
      })),
  ];
}

function listPartItems(
  { backup, describe, device, parts, present, restored }: Restoration,
  part: BackupPart,
): RestoredItem[] {
  const definition: PartDefinition = BACKUP_PARTS[part];
  const { isShared, title } = definition;
  const list = (from: ProjectContent, to: ProjectContent) =>
    nameItems(describe(selectPart(from, part), selectPart(to, part)), title);
  const own = list(WITHOUT_ITEMS, backup);
  const refusal = !getsPart(part, device) ? NOT_GOT : !parts.includes(part) ? NOT_CHOSEN : undefined;
  if (refusal !== undefined)
    return [...own.values()].map((item) => ({ ...item, part, outcome: 'skipped', reason: refusal }));
  const changed = list(present, restored);
  const removed = [...changed].filter(([address]) => !own.has(address));
  const others = isShared ? [...list(WITHOUT_ITEMS, present)].filter(([address]) => !own.has(address)) : [];
  return [
    ...[...own].map(([address, item]): RestoredItem =>
      changed.has(address)
        ? { ...item, part, outcome: 'restored' }
        : { ...item, part, outcome: 'kept', reason: SAME },
    ),
    ...removed.map(([, item]): RestoredItem => ({ ...item, part, outcome: 'removed', reason: REMOVED })),
    ...others.map(([, item]): RestoredItem => ({ ...item, part, outcome: 'skipped', reason: SHARED })),
  ];
}

/** Returns the items of changes by their addresses, each once. */
const nameItems = (
  changes: readonly ConfigChange[],
  title: string,
): ReadonlyMap<string, Pick<RestoredItem, 'name' | 'path'>> =>
  new Map(
    changes.map(({ item, path }) => {
      const address = path.slice(0, 2);
      return [address.join('/'), { path: address, name: item === '' ? title : item }] as const;
    }),
  );
