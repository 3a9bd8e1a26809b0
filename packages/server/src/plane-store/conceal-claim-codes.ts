import type { WorkRow } from '@northlight/device-plane';
import { hashClaimCode } from '../devices/index.ts';
import type { StoredResult } from '../jobs/index.ts';

type StoredWork = Omit<WorkRow, 'result'> & { readonly result?: StoredResult | undefined };

/** Replaces the claim codes of found nodes in the results of work by their hashes, which are sufficient to claim. */
export const concealClaimCodes = (work: readonly WorkRow[]): StoredWork[] =>
  work.map(({ result, ...row }) => ({ ...row, ...(result && { result: concealInResult(result) }) }));

const concealInResult = ({ nodes, ...result }: NonNullable<WorkRow['result']>): StoredResult => ({
  ...result,
  ...(nodes && {
    nodes: nodes.map(({ claimCode, ...node }) => ({
      ...node,
      claimHash: hashClaimCode(node.sn, claimCode),
    })),
  }),
});
