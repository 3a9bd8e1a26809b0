import { checkNetworkConfig, describeChanges } from '@northlight/contract';
import { collisionsOf } from './collisions.ts';

/** What is asked once something is staged: fetched then, so that a page that is only read comes without it. */
export const draftChecks = { checkNetworkConfig, collisionsOf, describeChanges };
