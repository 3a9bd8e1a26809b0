import { findReportedEnd, isReportedId } from '@northlight/topology';
import type { DbOrTx } from '../platform/db/database.ts';
import { readLinks } from '../topology/index.ts';
import type { ReachLink } from './reach/world.ts';

/**
 * Reads the cables between ports of the project's devices. An unmanaged or manual switch connects its port with each
 * device behind it.
 */
export async function readCables(db: DbOrTx, projectId: number): Promise<ReachLink[]> {
  const links = await readLinks(db, projectId);
  const above = new Map(links.flatMap((link) => (link.isInTree ? [[link.lower.nodeId, link] as const] : [])));
  return links.flatMap(({ isUncertain, lower, trust, upper }) => {
    const from = findReportedEnd(upper, above);
    if (!isReportedId(lower.nodeId)) return [];
    if (trust === 'wireless' || from?.port === undefined || lower.port === undefined) return [];
    return [
      {
        from: { device: from.nodeId, port: from.port },
        to: { device: lower.nodeId, port: lower.port },
        ...(isUncertain && { isUncertain }),
      },
    ];
  });
}
