import { checkNetworkConfig, describeChanges } from '@northlight/contract';
import { findCollisions } from './collisions.ts';

/** Checks of staged changes in a module of their own, so that pages without edits do not load them. */
export const draftChecks = { checkNetworkConfig, findCollisions, describeChanges };
