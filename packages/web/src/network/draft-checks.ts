import { checkNetworkConfig, describeChanges } from '@northlight/contract';
import { findCollisions } from './collisions.ts';

/** Checks of staged changes, in a separate module, so that pages without edits do not load them. */
export const draftChecks = { checkNetworkConfig, findCollisions, describeChanges };
