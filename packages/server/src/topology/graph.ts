import type { Topology, TopologyNode } from '@northlight/contract';
import { findNeighbourMac, isReportedId, isUnknownId, UNKNOWN_NETWORK_ID } from '@northlight/topology';
import type { Db, DbOrTx } from '../platform/db/database.ts';
import type { SeriesReader } from '../services.ts';
import { readDeviceNodes } from './devices.ts';
import { readEdits } from './edits.ts';
import { readLinkFigures, readPastFigures, readWans } from './link-figures.ts';
import { readLinks, type StoredLink } from './links.ts';
import { readNeighbourFacts } from './unmanaged-neighbours.ts';

/** Reads the devices and links of a project, as they are or as they were at a time. */
export async function readTopology(
  db: Db,
  projectId: number,
  past?: { readonly at: Date; readonly reader: SeriesReader },
): Promise<Topology> {
  const at = past?.at;
  const devices = await readDeviceNodes(db, projectId, at);
  const ids = new Set(devices.map(({ id }) => id));
  // A device that was just removed keeps its links until they are inferred again.
  const links = (await readLinks(db, projectId, at)).filter(({ lower, upper }) =>
    [lower, upper].every(({ nodeId }) => isUnknownId(nodeId) || ids.has(nodeId)),
  );
  const rootId = findRootId(links);
  const edits = await readEdits(db, projectId, at === undefined ? links : await readLinks(db, projectId));
  const names = new Map(edits.names.map(({ name, nodeId }) => [nodeId, name]));
  const findFigures =
    past === undefined
      ? await readLinkFigures(db, projectId)
      : await readPastFigures(past.reader, links, past.at);
  return {
    historySince: (await readHistoryStart(db, projectId)).toISOString(),
    rootId,
    wans: rootId === undefined || at !== undefined ? undefined : await readWans(db, rootId),
    nodes: [...devices, ...listUnknownNodes(links, names, await readNeighbourFacts(db, projectId))],
    links: links.map((link) => {
      const { seenAt, since, trust: evidence, ...rest } = link;
      return {
        ...rest,
        evidence,
        seenAt: seenAt === undefined ? undefined : new Date(seenAt).toISOString(),
        since: new Date(since).toISOString(),
        figures: findFigures(link),
      };
    }),
    edits,
  };
}

/** Returns the time at which the history of a project begins: that of its first device, at most that of the project. */
export async function readHistoryStart(db: DbOrTx, projectId: number): Promise<Date> {
  const { created_at } = await db
    .selectFrom('projects')
    .select('created_at')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  const first = await db
    .selectFrom('topology_devices')
    .select(({ fn }) => fn.min('since').as('since'))
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return first?.since && first.since < created_at ? first.since : created_at;
}

/** Returns the device that has others below it, but none above it; the first one below manual and unknown devices at the top. */
function findRootId(links: readonly StoredLink[]): string | undefined {
  const tree = links.filter(({ isInTree }) => isInTree);
  const lower = new Set(tree.map((link) => link.lower.nodeId));
  const tops = tree
    .map(({ upper }) => upper.nodeId)
    .filter((id) => !lower.has(id) && id !== UNKNOWN_NETWORK_ID);
  return tops.map((id) => findFirstDevice(id, tree)).find((id) => id !== undefined);
}

function findFirstDevice(id: string, tree: readonly StoredLink[]): string | undefined {
  if (isReportedId(id)) return id;
  return tree
    .filter(({ upper }) => upper.nodeId === id)
    .map(({ lower }) => findFirstDevice(lower.nodeId, tree))
    .find((each) => each !== undefined);
}

function listUnknownNodes(
  links: readonly StoredLink[],
  names: ReadonlyMap<string, string>,
  facts: Awaited<ReturnType<typeof readNeighbourFacts>>,
): TopologyNode[] {
  const ids = new Set(links.flatMap(({ lower, upper }) => [lower.nodeId, upper.nodeId]).filter(isUnknownId));
  return [...ids].map((id) => {
    const mac = findNeighbourMac(id);
    const neighbour = mac === undefined ? undefined : (facts.get(mac) ?? { mac });
    return {
      id,
      kind: id === UNKNOWN_NETWORK_ID ? 'unknown-network' : 'unknown-device',
      name: names.get(id) ?? neighbour?.name,
      ...(neighbour && { neighbour }),
    };
  });
}
