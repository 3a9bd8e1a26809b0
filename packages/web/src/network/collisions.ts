import {
  type ConfigChange,
  describeChanges,
  type DocumentChange,
  EMPTY_NETWORK_CONFIG,
  NETWORK_DOCUMENT,
  type NetworkConfig,
  type NetworkItems,
} from '@northlight/contract';
import type { Draft } from './draft.ts';

/** An item that both sides have edited differently. The changes of each side are lines of a review. */
export interface Collision {
  readonly address: string;
  readonly mine: readonly ConfigChange[];
  readonly theirs: readonly ConfigChange[];
}

/** Returns the conflicts between the draft and the configuration that others applied since the draft began. */
export function findCollisions(
  { base, config: own }: Pick<Draft, 'base' | 'config'>,
  saved: NetworkConfig,
): Collision[] {
  const { conflicts } = NETWORK_DOCUMENT.merge({ base, own, saved });
  return conflicts.map(({ address, before, mine, theirs }) => {
    const was = createSingleItemConfig(before);
    return {
      address,
      mine: describeChanges(was, createSingleItemConfig(mine)),
      theirs: describeChanges(was, createSingleItemConfig(theirs)),
    };
  });
}

/** Returns a configuration with only the item of a change. */
const createSingleItemConfig = (change: DocumentChange<NetworkItems>): NetworkConfig =>
  NETWORK_DOCUMENT.apply(EMPTY_NETWORK_CONFIG, [change]);
