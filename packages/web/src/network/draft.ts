import type { NetworkConfig } from '@northlight/contract';
import { type ItemOf, getItems, getKey, LIST_NAMES, type ListName, replaceItems } from './staged-lists.ts';

/** An edited configuration and the version that it is based on. */
export interface Draft {
  readonly baseVersion: number;
  readonly base: NetworkConfig;
  readonly config: NetworkConfig;
}

export type Mark = 'new' | 'changed' | undefined;

/** Returns `new` or `changed` for an item that differs from the base; undefined for an unchanged item. */
export function getMark<T>(item: T, base: readonly T[], key: (item: T) => string | number): Mark {
  const before = base.find((each) => key(each) === key(item));
  if (!before) return 'new';
  return isEqual(before, item) ? undefined : 'changed';
}

/** Returns the mark of an item by its key; `new` if the draft does not contain the item. */
export function markOfKey(
  { base, config }: Pick<Draft, 'base' | 'config'>,
  list: ListName,
  key: string,
): Mark {
  const hasKey =
    <L extends ListName>(name: L) =>
    (item: ItemOf<L>) =>
      getKey(name, item) === key;
  const item = getItems(config, list).find(hasKey(list));
  return item === undefined ? 'new' : getMark(item, getItems(base, list), (each) => getKey(list, each));
}

/** Side whose edit is kept when both sides have changed an item. */
export type EditSide = 'mine' | 'theirs';

/**
 * Applies the edits of the draft to the configuration that others applied since it began. If both changed an
 * item, the draft wins unless `sides` (by collision id) selects the other side.
 */
export function rebase(
  { base, config }: Pick<Draft, 'base' | 'config'>,
  theirs: NetworkConfig,
  sides: Readonly<Record<string, EditSide>> = {},
): NetworkConfig {
  return LIST_NAMES.reduce((merged, list) => {
    const own = (key: string): EditSide => sides[formatCollisionId(list, key)] ?? 'mine';
    const items = mergeItems(
      groupItemsByKey(base, list),
      groupItemsByKey(config, list),
      groupItemsByKey(theirs, list),
      own,
    );
    // Omits a list that neither side has.
    return items.length > 0 || getItems(theirs, list).length > 0
      ? replaceItems(merged, list, items as never)
      : merged;
  }, theirs);
}

export type Items = ReadonlyMap<string, unknown>;

/** Returns the id of an item, unique in the configuration document. */
export const formatCollisionId = (list: ListName, key: string): string => `${list}/${key}`;

export const groupItemsByKey = (config: NetworkConfig, list: ListName): Items =>
  new Map(getItems(config, list).map((item) => [getKey(list, item), item] as const));

function mergeItems(before: Items, mine: Items, theirs: Items, sideOf: (key: string) => EditSide): unknown[] {
  const wins = (key: string): boolean =>
    !isEqual(before.get(key), mine.get(key)) &&
    (sideOf(key) === 'mine' || isEqual(before.get(key), theirs.get(key)));
  const kept = [...theirs].flatMap(([key, item]) => {
    if (!wins(key)) return [item];
    return mine.has(key) ? [mine.get(key)] : [];
  });
  return [...kept, ...[...mine].filter(([key]) => !theirs.has(key) && wins(key)).map(([, item]) => item)];
}

export function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
