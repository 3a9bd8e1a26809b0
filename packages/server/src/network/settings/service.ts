import {
  type BulkSettings,
  type ConfigReview,
  DomainError,
  type Job,
  type StagedSettings,
} from '@northlight/contract';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { applyChange } from '../apply.ts';
import { reviewProposals } from '../consequences/review.ts';
import { type Proposal, readBulk, readStaged, splitRefused } from './proposals.ts';

/** Name of the project, which confirms a change that cuts a device off from its management. */
interface Confirmation {
  readonly confirmName?: string | undefined;
}

/** Title of a change of device settings alone. */
const ORIGIN = {
  formatTitle: (_changes: string, proposals: readonly Proposal[]): string => {
    const [only] = proposals;
    return proposals.length === 1 && only
      ? `Settings of ${only.device.name}`
      : `Settings of ${proposals.length} devices`;
  },
};

/** Describes the changes that staged settings of devices would make. Stores nothing. */
export const reviewSettings = (context: RequestContext, { changes }: StagedSettings): Promise<ConfigReview> =>
  reviewProposals(context, async ({ config, projectId }) =>
    splitRefused(await readStaged(context.services.db, projectId, changes, { config, path: 'changes' })),
  );

/** Applies settings of devices; the network configuration stays. */
export async function applySettings(
  context: RequestContext,
  { changes, confirmName }: StagedSettings & Confirmation,
): Promise<Job> {
  const { job } = await applyChange(context, {
    confirmName,
    origin: ORIGIN,
    propose: (tx, projectId, config) => readStaged(tx, projectId, changes, { config, path: 'changes' }),
  });
  return job;
}

export const reviewBulkSettings = (context: RequestContext, bulk: BulkSettings): Promise<ConfigReview> =>
  reviewProposals(context, ({ projectId }) => readBulk(context.services.db, projectId, bulk));

/** Applies a bulk change to the devices that take it; refuses one that no device takes. */
export async function applyBulkSettings(
  context: RequestContext,
  { confirmName, ...bulk }: BulkSettings & Confirmation,
): Promise<Job> {
  const { job } = await applyChange(context, {
    confirmName,
    origin: ORIGIN,
    propose: async (tx, projectId) => {
      const { proposals, refused } = await readBulk(tx, projectId, bulk);
      const [first] = refused;
      if (proposals.length === 0)
        throw new DomainError('unsupportedFeature', first && { message: `${first.name}: ${first.reason}` });
      return proposals;
    },
  });
  return job;
}
