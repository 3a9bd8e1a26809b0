import type { ConfigReview, Job, StagedSettings } from '@northlight/contract';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { applyChange } from '../apply.ts';
import { reviewProposals } from '../consequences/review.ts';
import { type Proposal, readStaged, splitRefused } from './proposals.ts';

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
  { changes, confirmName }: StagedSettings & { readonly confirmName?: string | undefined },
): Promise<Job> {
  const { job } = await applyChange(context, {
    confirmName,
    origin: ORIGIN,
    propose: (tx, projectId, config) => readStaged(tx, projectId, changes, { config, path: 'changes' }),
  });
  return job;
}
