import {
  DomainError,
  INTERNET_ID,
  isSame,
  parsePositionKey,
  TOPOLOGY_EDIT_LIMITS,
  type TopologyEditChange,
  topologyEditSave,
} from '@northlight/contract';
import { isManualId, isUnknownId, UNKNOWN_NETWORK_ID } from '@northlight/topology';
import type { z } from 'zod';
import { insertRows } from '../platform/db/insert-rows.ts';
import type { Tx } from '../platform/db/database.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getActor, type RequestContext } from '../platform/http/request-context.ts';
import { type EditRow, POSITION_KINDS, readEditRows } from './edits.ts';
import { readLinks } from './links.ts';

/** A change of a row, with its place in the request. */
interface RowChange {
  readonly index: number;
  readonly kind: EditRow['kind'];
  readonly itemId: string;
  /** Null removes the row. */
  readonly value: unknown;
}

/**
 * Saves changes of edits. Changes of other items since the base revision do not matter. Throws a conflict that names the
 * items that another user has changed meanwhile, and saves nothing then.
 */
export async function saveEdits(
  context: RequestContext,
  { baseRevision, changes }: z.output<typeof topologyEditSave>,
): Promise<void> {
  const actor = getActor(context);
  await commitRequest(context, async (work) => {
    const { projectId, tx } = work;
    const revision = await beginRevision(tx, projectId, work.now);
    const rows = await readEditRows(tx, projectId);
    const present = new Map(rows.map((row) => [formatKey(row.kind, row.item_id), row] as const));
    const effective = toRowChanges(changes).filter(
      ({ itemId, kind, value }) => !isSame(present.get(formatKey(kind, itemId))?.value ?? null, value),
    );
    if (effective.length === 0) return;
    await refuseConflicts(tx, projectId, baseRevision, effective);
    const ended = [...effective, ...listOrphans(rows, effective)];
    const next = applyChanges(rows, ended);
    await checkChanges(tx, projectId, effective, next);
    await storeChanges(tx, projectId, ended, { revision, now: work.now, actor });
    await tx.insertInto('topology_requests').values({ project_id: projectId, cause: 'edited' }).execute();
    work.live('topology');
    const format = (list: readonly EditRow[]): string => formatForAudit(list, ended);
    await work.audit({
      action: 'topology.edit',
      object: `revision ${revision}`,
      before: format(rows),
      after: format(next),
    });
  });
}

/** Locks the edits of the project until the transaction ends and returns the number of this change. */
async function beginRevision(tx: Tx, projectId: number, now: Date): Promise<number> {
  const { edit_revision } = await tx
    .insertInto('topology_graphs')
    .values({ project_id: projectId, updated_at: now, edit_revision: 1 })
    .onConflict((conflict) =>
      conflict
        .column('project_id')
        .doUpdateSet((set) => ({ edit_revision: set('topology_graphs.edit_revision', '+', 1) })),
    )
    .returning('edit_revision')
    .executeTakeFirstOrThrow();
  return edit_revision;
}

/** The last of several changes of an item is valid. */
function toRowChanges(changes: readonly TopologyEditChange[]): readonly RowChange[] {
  const byKey = new Map<string, RowChange>();
  for (const [index, change] of changes.entries()) {
    const row = { index, ...toRow(change) };
    byKey.set(formatKey(row.kind, row.itemId), row);
  }
  return [...byKey.values()];
}

/** Returns the row of a change; its value has no members that the kind and the id of the row contain. */
function toRow({ key, list, value }: TopologyEditChange): Pick<RowChange, 'kind' | 'itemId' | 'value'> {
  switch (list) {
    case 'positions': {
      const { direction, nodeId } = parsePositionKey(key);
      return {
        kind: POSITION_KINDS[direction],
        itemId: nodeId,
        value: value && { x: value.x, y: value.y },
      };
    }
    case 'names':
      return { kind: 'name', itemId: key, value: value && value.name };
    case 'hidden':
      return { kind: 'hidden', itemId: key, value: value === null ? null : true };
    case 'root':
      return { kind: 'root', itemId: '', value };
    case 'devices':
      return { kind: 'device', itemId: key, value: value && { type: value.type, name: value.name } };
    case 'links':
      return { kind: 'link', itemId: key, value: value && { upper: value.upper, lower: value.lower } };
  }
}

const DRAWING_KINDS: ReadonlySet<EditRow['kind']> = new Set([...Object.values(POSITION_KINDS), 'hidden']);
/** Returns true for edits of the drawing alone, of which no history is kept: the past shows the present drawing. */
const isDrawing = (kind: EditRow['kind']): boolean => DRAWING_KINDS.has(kind);

const formatKey = (kind: EditRow['kind'], itemId: string): string => `${kind} ${itemId}`;

async function refuseConflicts(
  tx: Tx,
  projectId: number,
  baseRevision: number,
  changes: readonly RowChange[],
): Promise<void> {
  const later = await tx
    .selectFrom('topology_edits')
    .select(['kind', 'item_id', 'begun_by', 'ended_by'])
    .where('project_id', '=', projectId)
    .where((where) =>
      where.or([where('begun_revision', '>', baseRevision), where('ended_revision', '>', baseRevision)]),
    )
    .orderBy('begun_revision')
    .execute();
  const actors = new Map(
    later.map((row) => [formatKey(row.kind, row.item_id), row.ended_by ?? row.begun_by]),
  );
  const fields = Object.fromEntries(
    changes.flatMap(({ index, itemId, kind }) => {
      const actor = actors.get(formatKey(kind, itemId));
      return actor === undefined ? [] : [[`changes.${index}`, `${actor} has changed this too.`]];
    }),
  );
  if (Object.keys(fields).length > 0)
    throw new DomainError('configConflict', {
      status: 409,
      message: 'Another user has changed the same items. Check them and save again.',
      fields,
    });
}

/** Lists the links and positions that end with a removed manual device. */
function listOrphans(rows: readonly EditRow[], changes: readonly RowChange[]): RowChange[] {
  const removed = new Map(
    changes.flatMap(({ index, itemId, kind, value }) =>
      kind === 'device' && value === null ? [[itemId, index] as const] : [],
    ),
  );
  const changed = new Set(changes.map(({ itemId, kind }) => formatKey(kind, itemId)));
  return rows.flatMap(({ item_id, kind, value }) => {
    if (changed.has(formatKey(kind, item_id))) return [];
    const ids = kind === 'link' ? listEnds(value) : [item_id];
    const index = ids.map((id) => removed.get(id)).find((each) => each !== undefined);
    return index === undefined ? [] : [{ index, kind, itemId: item_id, value: null }];
  });
}

const listEnds = (value: unknown): readonly string[] => {
  const { lower, upper } = value as { upper: { nodeId: string }; lower: { nodeId: string } };
  return [upper.nodeId, lower.nodeId];
};

function applyChanges(rows: readonly EditRow[], changes: readonly RowChange[]): readonly EditRow[] {
  const next = new Map(rows.map((row) => [formatKey(row.kind, row.item_id), row] as const));
  for (const { itemId, kind, value } of changes)
    if (value === null) next.delete(formatKey(kind, itemId));
    else next.set(formatKey(kind, itemId), { kind, item_id: itemId, value });
  return [...next.values()];
}

/** Refuses changes of nodes that do not exist, and more items than a project can have. */
async function checkChanges(
  tx: Tx,
  projectId: number,
  changes: readonly RowChange[],
  next: readonly EditRow[],
): Promise<void> {
  const count = (...kinds: readonly EditRow['kind'][]) =>
    next.filter(({ kind }) => kinds.includes(kind)).length;
  const sizes = {
    devices: count('device'),
    links: count('link'),
    positions: count(...Object.values(POSITION_KINDS)),
    hidden: count('hidden'),
  };
  const { devices, links } = TOPOLOGY_EDIT_LIMITS;
  if (sizes.devices > devices)
    throw refuse({ changes: `A project can have ${devices} devices that were added by hand.` });
  if (sizes.links > links)
    throw refuse({ changes: `A project can have ${links} links that were added by hand.` });
  if (sizes.positions > TOPOLOGY_EDIT_LIMITS.positions)
    throw refuse({ changes: `A project can have ${TOPOLOGY_EDIT_LIMITS.positions} saved positions.` });
  if (sizes.hidden > TOPOLOGY_EDIT_LIMITS.hidden)
    throw refuse({ changes: `A project can have ${TOPOLOGY_EDIT_LIMITS.hidden} hidden devices.` });
  const deviceRows = await tx
    .selectFrom('devices')
    .select('id')
    .where('project_id', '=', projectId)
    .execute();
  const deviceIds = new Set(deviceRows.map(({ id }) => id));
  const manualIds = new Set(next.flatMap(({ item_id, kind }) => (kind === 'device' ? [item_id] : [])));
  const unknownIds = new Set(
    (await readLinks(tx, projectId))
      .flatMap(({ lower, upper }) => [lower.nodeId, upper.nodeId])
      .filter(isUnknownId),
  );
  const describe = (nodeId: string): string | undefined => {
    if (deviceIds.has(nodeId) || manualIds.has(nodeId)) return undefined;
    if (isManualId(nodeId)) return 'This device was removed from the drawing.';
    return isUnknownId(nodeId) ? 'A link cannot end here.' : 'This device is no longer in the project.';
  };
  const fields = changes.flatMap(({ index, itemId, kind, value }): [string, string][] => {
    if (value === null) return [];
    const at = `changes.${index}`;
    if (kind === 'name' && (!unknownIds.has(itemId) || itemId === UNKNOWN_NETWORK_ID))
      return [[`${at}.key`, 'This unknown device no longer exists.']];
    if (
      isDrawing(kind) &&
      itemId !== INTERNET_ID &&
      !unknownIds.has(itemId) &&
      describe(itemId) !== undefined
    )
      return [[`${at}.key`, 'This device is no longer in the drawing.']];
    if (kind === 'root' && !(typeof value === 'string' && deviceIds.has(value)))
      return [[`${at}.value`, 'This device is no longer in the project.']];
    if (kind !== 'link') return [];
    const [upper = '', lower = ''] = listEnds(value);
    if (upper === lower) return [[`${at}.value.lower.nodeId`, 'A link has two different ends.']];
    const [upperFault, lowerFault] = [describe(upper), describe(lower)];
    return [
      ...(upperFault === undefined ? [] : [[`${at}.value.upper.nodeId`, upperFault] as [string, string]]),
      ...(lowerFault === undefined ? [] : [[`${at}.value.lower.nodeId`, lowerFault] as [string, string]]),
    ];
  });
  if (fields.length > 0) throw refuse(Object.fromEntries(fields));
}

const refuse = (fields: Readonly<Record<string, string>>): DomainError =>
  new DomainError('invalidParameters', { fields });

interface Revision {
  readonly revision: number;
  readonly now: Date;
  readonly actor: string;
}

async function storeChanges(
  tx: Tx,
  projectId: number,
  changes: readonly RowChange[],
  { actor, now, revision }: Revision,
): Promise<void> {
  for (const [kind, own] of Map.groupBy(changes, (change) => change.kind)) {
    const ids = own.map(({ itemId }) => itemId);
    if (isDrawing(kind))
      await tx
        .deleteFrom('topology_edits')
        .where('project_id', '=', projectId)
        .where('kind', '=', kind)
        .where('item_id', 'in', ids)
        .execute();
    else
      await tx
        .updateTable('topology_edits')
        .set({ until: now, ended_revision: revision, ended_by: actor })
        .where('project_id', '=', projectId)
        .where('kind', '=', kind)
        .where('item_id', 'in', ids)
        .where('until', 'is', null)
        .execute();
  }
  const begun = changes.filter(({ value }) => value !== null);
  if (begun.length === 0) return;
  const inserted = begun.map(({ itemId, kind, value }) => ({
    project_id: projectId,
    kind,
    item_id: itemId,
    value: JSON.stringify(value),
    since: now,
    until: null,
    begun_revision: revision,
    ended_revision: null,
    begun_by: actor,
    ended_by: null,
  }));
  await insertRows(tx, 'topology_edits', inserted, { json: ['value'] }).execute();
}

/** Writes the changed edits; of positions only their number. */
function formatForAudit(rows: readonly EditRow[], changes: readonly RowChange[]): string {
  const changed = new Set(changes.map(({ itemId, kind }) => formatKey(kind, itemId)));
  const own = rows.filter(({ item_id, kind }) => changed.has(formatKey(kind, item_id)));
  const positions = own.filter(({ kind }) => kind.startsWith('position')).length;
  const items = own.filter(({ kind }) => !kind.startsWith('position'));
  return JSON.stringify({
    positions,
    items: items.map(({ item_id: id, kind, value }) => ({ kind, id, value })),
  });
}
