import { CompiledQuery } from 'kysely';
import type { AfterCommit } from '../platform/commit.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Services } from '../services.ts';
import { lockedDevices, readConfig } from './state.ts';
import { SET_DESIRED } from './statements.ts';
import { intentOf, projectParts, touchedBy } from './touched.ts';

/** `configured`: those that something was configured for; `password`: also those that have a page of their own, for its password. */
export type AssignScope = 'configured' | 'password';

/**
 * Gives devices the configuration that the project and their own settings want of them: when they join a project, and
 * when their settings change. The new revisions, by device; one whose configuration stands has none.
 */
export async function assignConfiguration(
  services: Pick<Services, 'entropy' | 'envelope'>,
  tx: Tx,
  after: AfterCommit,
  projectId: number,
  deviceIds: readonly string[],
  scope: AssignScope = 'configured',
): Promise<ReadonlyMap<string, number>> {
  const { version, config } = await readConfig(tx, projectId);
  const parts = await projectParts(services, tx, projectId, config);
  const devices = (await lockedDevices(tx, projectId)).filter(
    ({ caps, id }) =>
      deviceIds.includes(id) &&
      (version > 0 ||
        parts.settings.has(id) ||
        (scope === 'password' && caps.features.includes('local-page'))),
  );
  const touched = touchedBy(devices, parts);
  if (touched.length === 0) return new Map();
  const { rows } = await tx.executeQuery(CompiledQuery.raw(SET_DESIRED, [intentOf(services, touched)]));
  const revisions = (rows as { id: string; desired_rev: number }[]).map(
    (row) => [row.id, row.desired_rev] as const,
  );
  for (const [id] of revisions) after.nudge(id);
  return new Map(revisions);
}
