import { type EditSide, isSame, NETWORK_DOCUMENT, type NetworkConfig } from '@northlight/contract';
import type { ListName } from './staged-lists.ts';

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
  return isSame(before, item) ? undefined : 'changed';
}

/** Returns the mark of an item by its key; `new` if the draft does not contain the item. */
export function markOfKey(
  { base, config }: Pick<Draft, 'base' | 'config'>,
  list: ListName,
  key: string,
): Mark {
  const [before, item] = [base, config].map((each) => NETWORK_DOCUMENT.find(each, { list, key }));
  if (!item || !before) return 'new';
  return isSame(before, item) ? undefined : 'changed';
}

/** Applies the edits of a draft to the configuration that others applied since it began; the draft wins by default. */
export const rebase = (
  { base, config: own }: Pick<Draft, 'base' | 'config'>,
  saved: NetworkConfig,
  choose?: (address: string) => EditSide,
): NetworkConfig => NETWORK_DOCUMENT.merge({ base, own, saved }, choose).content;
