import {
  type ConfigChange,
  describeProjectChanges,
  type DocumentChange,
  EMPTY_NETWORK_CONFIG,
  type NetworkConfig,
  PROJECT_DOCUMENT,
  type ProjectContent,
  type ProjectItems,
} from '@northlight/contract';
import { getVersions, type ProjectDraft } from './project-draft.ts';

/** An item that both sides have edited differently. The changes of each side are lines of a review. */
export interface Collision {
  readonly address: string;
  readonly mine: readonly ConfigChange[];
  readonly theirs: readonly ConfigChange[];
}

const EMPTY: ProjectContent = { config: EMPTY_NETWORK_CONFIG, devices: [] };

/** Returns the conflicts between the draft and the configuration that others applied since the draft began. */
export function findCollisions(draft: ProjectDraft, applied: NetworkConfig): Collision[] {
  const { conflicts } = PROJECT_DOCUMENT.merge(getVersions(draft, applied));
  const describe = (was: ProjectContent, change: DocumentChange<ProjectItems>) =>
    describeProjectChanges(was, createSingleItem(change), draft.devices);
  return conflicts.map(({ address, before, mine, theirs }) => {
    const was = createSingleItem(before);
    return { address, mine: describe(was, mine), theirs: describe(was, theirs) };
  });
}

/** Returns a content with only the item of a change. */
const createSingleItem = (change: DocumentChange<ProjectItems>): ProjectContent =>
  PROJECT_DOCUMENT.apply(EMPTY, [change]);
