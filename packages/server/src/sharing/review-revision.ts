import { hashSha256Hex } from '@northlight/runtime';
import { readNewestJobId } from '../jobs/index.ts';
import type { DbOrTx } from '../platform/db/database.ts';

/** Returns a text that differs when devices or shares of a project are not the same, or when a job was created since. */
export async function computeReviewRevision(db: DbOrTx, projectId: number): Promise<string> {
  const devices = await db
    .selectFrom('devices')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();
  const shares = await db
    .selectFrom('shares')
    .select(['id', 'right', 'expires_at'])
    .where('project_id', '=', projectId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute();
  return hashSha256Hex(JSON.stringify([devices, shares, await readNewestJobId(db, projectId)]));
}
