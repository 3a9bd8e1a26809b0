import {
  type ConfigChange,
  describeChanges,
  EMPTY_NETWORK_CONFIG,
  type NetworkConfig,
} from '@northlight/contract';
import { groupItemsByKey, formatCollisionId, type Draft, type Items, isEqual } from './draft.ts';
import { LIST_NAMES, type ListName, replaceItems } from './staged-lists.ts';

/** An item that both sides have edited differently. The changes of each side are lines of a review. */
export interface Collision {
  /** Id that is unique in the configuration document. */
  readonly id: string;
  readonly mine: readonly ConfigChange[];
  readonly theirs: readonly ConfigChange[];
}

/**
 * Returns the conflicts between the draft and the configuration that others applied since the draft began.
 */
export function findCollisions(
  { base, config }: Pick<Draft, 'base' | 'config'>,
  theirs: NetworkConfig,
): Collision[] {
  return LIST_NAMES.flatMap((list) => {
    const [before, mine, other] = [base, config, theirs].map((each) => groupItemsByKey(each, list)) as [
      Items,
      Items,
      Items,
    ];
    return [...new Set([...before.keys(), ...mine.keys(), ...other.keys()])].flatMap((key) => {
      const [was, own, their] = [before.get(key), mine.get(key), other.get(key)];
      if (isEqual(was, own) || isEqual(was, their) || isEqual(own, their)) return [];
      const lines = (item: unknown) =>
        describeChanges(createSingleItemConfig(list, was), createSingleItemConfig(list, item));
      return [{ id: formatCollisionId(list, key), mine: lines(own), theirs: lines(their) }];
    });
  });
}

/** Returns a configuration with only this item. */
const createSingleItemConfig = (list: ListName, item: unknown): NetworkConfig =>
  item === undefined ? EMPTY_NETWORK_CONFIG : replaceItems(EMPTY_NETWORK_CONFIG, list, [item] as never);
