import {
  type ConfigChange,
  describeChanges,
  EMPTY_NETWORK_CONFIG,
  type NetworkConfig,
} from '@northlight/contract';
import { byKey, collisionId, type Draft, type Items, same } from './draft.ts';
import { LIST_NAMES, type ListName, withItems } from './staged-lists.ts';

/** An item that both edited, and not alike: what each did to it, as lines of a review. */
export interface Collision {
  /** Names the item among all of the document. */
  readonly id: string;
  readonly mine: readonly ConfigChange[];
  readonly theirs: readonly ConfigChange[];
}

/** Where edits meet what others have applied meanwhile. */
export function collisionsOf(
  { base, config }: Pick<Draft, 'base' | 'config'>,
  theirs: NetworkConfig,
): Collision[] {
  return LIST_NAMES.flatMap((list) => {
    const [before, mine, other] = [base, config, theirs].map((each) => byKey(each, list)) as [
      Items,
      Items,
      Items,
    ];
    return [...new Set([...before.keys(), ...mine.keys(), ...other.keys()])].flatMap((key) => {
      const [was, own, their] = [before.get(key), mine.get(key), other.get(key)];
      if (same(was, own) || same(was, their) || same(own, their)) return [];
      const lines = (item: unknown) => describeChanges(alone(list, was), alone(list, item));
      return [{ id: collisionId(list, key), mine: lines(own), theirs: lines(their) }];
    });
  });
}

/** A document with this item and nothing else. */
const alone = (list: ListName, item: unknown): NetworkConfig =>
  item === undefined ? EMPTY_NETWORK_CONFIG : withItems(EMPTY_NETWORK_CONFIG, list, [item] as never);
