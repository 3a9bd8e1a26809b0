import type { TopologyCause } from '@northlight/contract';
import type { GraphLink, TopologyGraph } from '@northlight/topology';
import { sql } from 'kysely';
import { insertRows } from '../platform/db/insert-rows.ts';
import { existedAt } from './existed-at.ts';
import type { DbOrTx, Tx } from '../platform/db/database.ts';

/** A link with the time since when it exists. */
export interface StoredLink extends GraphLink {
  readonly id: number;
  readonly since: number;
  /** The change that began it, if it is known. */
  readonly begunBy?: TopologyCause | undefined;
}

/** Reads the links of a project that exist now, or existed at a time. */
export async function readLinks(db: DbOrTx, projectId: number, at?: Date): Promise<StoredLink[]> {
  const rows = await db
    .selectFrom('topology_links')
    .select(['id', 'upper_id', 'upper_port', 'lower_id', 'lower_port', 'in_tree', 'evidence', 'uncertain'])
    .select(['seen_at', 'since', 'begun_by'])
    .where('project_id', '=', projectId)
    .where(existedAt(at))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    upper: { nodeId: row.upper_id, port: row.upper_port ?? undefined },
    lower: { nodeId: row.lower_id, port: row.lower_port ?? undefined },
    trust: row.evidence,
    isInTree: row.in_tree,
    isUncertain: row.uncertain,
    seenAt: row.seen_at?.getTime(),
    since: row.since.getTime(),
    begunBy: row.begun_by ?? undefined,
  }));
}

/**
 * Ends the links that no longer exist, adds new ones, and renews the evidence of the others. Returns true if a link ended
 * or began.
 */
export async function writeLinks(
  tx: Tx,
  projectId: number,
  { links }: TopologyGraph,
  now: Date,
  causes: readonly TopologyCause[],
): Promise<boolean> {
  const stored = new Map((await readLinks(tx, projectId)).map((link) => [formatKey(link), link] as const));
  const current = new Map(links.map((link) => [formatKey(link), link] as const));
  const ended = [...stored].flatMap(([key, link]) => (current.has(key) ? [] : [link]));
  const begun = [...current].flatMap(([key, link]) => (stored.has(key) ? [] : [link]));
  const renewed = [...current].flatMap(([key, link]) => {
    const earlier = stored.get(key);
    if (!earlier) return [];
    const isSame =
      earlier.trust === link.trust &&
      earlier.isUncertain === link.isUncertain &&
      earlier.seenAt === link.seenAt;
    return isSame ? [] : [{ ...link, id: earlier.id }];
  });
  const findCause = createCauseFinder(causes);
  if (ended.length > 0) await endLinks(tx, ended, now, findCause);
  if (begun.length > 0) {
    const rows = begun.map((link) => ({
      project_id: projectId,
      upper_id: link.upper.nodeId,
      upper_port: link.upper.port ?? null,
      lower_id: link.lower.nodeId,
      lower_port: link.lower.port ?? null,
      in_tree: link.isInTree,
      evidence: link.trust,
      uncertain: link.isUncertain,
      seen_at: link.seenAt === undefined ? null : new Date(link.seenAt),
      since: now,
      until: null,
      begun_by: JSON.stringify(findCause(link)),
      ended_by: null,
    }));
    await insertRows(tx, 'topology_links', rows, { json: ['begun_by'] }).execute();
  }
  if (renewed.length > 0) await renewLinks(tx, renewed);
  return ended.length + begun.length > 0;
}

async function endLinks(
  tx: Tx,
  links: readonly StoredLink[],
  now: Date,
  findCause: CauseFinder,
): Promise<void> {
  const rows = links.map((link) => ({ id: link.id, ended_by: findCause(link) }));
  await sql`
    update topology_links set until = ${now}, ended_by = ended.ended_by
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ended (id bigint, ended_by jsonb)
    where topology_links.id = ended.id`.execute(tx);
}

async function renewLinks(tx: Tx, links: readonly (GraphLink & { readonly id: number })[]): Promise<void> {
  const rows = links.map(({ id, isUncertain, seenAt, trust }) => ({
    id,
    evidence: trust,
    uncertain: isUncertain,
    seen_at: seenAt === undefined ? null : new Date(seenAt).toISOString(),
  }));
  await sql`
    update topology_links set evidence = renewed.evidence, uncertain = renewed.uncertain, seen_at = renewed.seen_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as renewed (id bigint, evidence text, uncertain boolean, seen_at timestamptz)
    where topology_links.id = renewed.id`.execute(tx);
}

/** A link on other ports is another link. */
const formatKey = ({ isInTree, lower, upper }: GraphLink): string =>
  JSON.stringify([upper.nodeId, upper.port, lower.nodeId, lower.port, isInTree]);

type CauseFinder = (link: GraphLink) => TopologyCause | null;

/**
 * Returns a function that finds the change that concerns an end of a link, otherwise an edit, which may concern any link. An
 * added or removed device explains more than a report.
 */
function createCauseFinder(causes: readonly TopologyCause[]): CauseFinder {
  const numbered = causes.map((cause, number) => ({ cause, number }));
  const byDevice = Map.groupBy(numbered, ({ cause }) => cause.deviceId);
  const edit = causes.find(({ kind }) => kind === 'edited');
  return ({ lower, upper }) => {
    const own = [lower.nodeId, upper.nodeId]
      .flatMap((id) => byDevice.get(id) ?? [])
      .sort((a, b) => a.number - b.number)
      .map(({ cause }) => cause);
    return own.find(({ kind }) => kind !== 'report') ?? own[0] ?? edit ?? null;
  };
}

/** Returns a marker of the present links for each project with links, which changes when one begins, ends or becomes uncertain. */
export async function readLinkMarkers(db: DbOrTx): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('topology_links')
    .select(['project_id'])
    .select((build) => [
      build.fn.max('id').as('newest'),
      sql<string>`count(*)`.as('count'),
      sql<string>`count(*) filter (where uncertain)`.as('uncertain'),
    ])
    .where('until', 'is', null)
    .groupBy('project_id')
    .execute();
  return new Map(
    rows.map(({ count, newest, project_id, uncertain }) => [project_id, `${newest} ${count} ${uncertain}`]),
  );
}
