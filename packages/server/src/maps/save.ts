import {
  comparePlans,
  createEmptyPlan,
  DomainError,
  type FloorPlan,
  type MapName,
  MAPS_MAX,
  PLAN_DOCUMENT,
  type PlacedDevice,
  type PlanConflict,
  type PlanDifference,
  type PlanSettings,
} from '@northlight/contract';
import type { Tx } from '../platform/db/database.ts';
import { findBrokenConstraint } from '../platform/db/errors.ts';
import { commitRequest, type RequestWork } from '../platform/http/commit-request.ts';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import { checkPlan } from './check-plan.ts';
import { getDraftKey, mapDrafts } from './drafts.ts';
import {
  createUnknownMapError,
  findMap,
  lockMap,
  type MapRow,
  readVersion,
  requireVersion,
} from './store.ts';
import { insertVersion, toNameColumns } from './versions.ts';

const NOTHING: PlanDifference = { added: 0, changed: 0, removed: 0 };

export interface NewMap extends MapName {
  readonly settings: PlanSettings;
  readonly copyOf?: string | undefined;
}

/** Creates a floor plan, with the walls and areas of another one if `copyOf` names it. */
export const createMap = (context: RequestContext, input: NewMap): Promise<MapRow> =>
  commitRequest(context, (work) => insertMap(work, input));

/** Creates several floor plans or none; errors name the field of the item. */
export const createMaps = (context: RequestContext, inputs: readonly NewMap[]): Promise<MapRow[]> =>
  commitRequest(context, async (work) => {
    const maps: MapRow[] = [];
    for (const [index, input] of inputs.entries())
      maps.push(await atItem(index, () => insertMap(work, input)));
    return maps;
  });

async function insertMap(work: RequestWork, input: NewMap): Promise<MapRow> {
  const { projectId, tx } = work;
  const map: MapRow = {
    id: work.createId(),
    project_id: projectId,
    ...toNameColumns(input),
    version: 1,
  };
  await checkLimit(tx, projectId);
  const plan = {
    ...(input.copyOf === undefined
      ? createEmptyPlan(input.settings)
      : await copyBuilding(tx, projectId, input.copyOf)),
    settings: input.settings,
  };
  await checkPlan(tx, projectId, map.id, plan);
  await rejectDuplicateName(() => tx.insertInto('maps').values(map).execute());
  await insertVersion(tx, {
    by: work.actor,
    at: work.now,
    mapId: map.id,
    projectId,
    plan,
    version: 1,
    difference: NOTHING,
  });
  work.live('maps');
  await work.audit({
    action: 'map.create',
    object: formatObject(map),
    after: `floor ${map.floor} of ${map.building}`,
  });
  return map;
}

/** Names the item of a list in the fields of an error. */
async function atItem<T>(index: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || !error.fields) throw error;
    const { errorName, fields, message, status } = error;
    const located = Object.entries(fields).map(([field, text]) => [`items.${index}.${field}`, text]);
    throw new DomainError(errorName, { status, message, fields: Object.fromEntries(located) });
  }
}

/** Returns the walls, doors and areas of a floor; its devices stay where they are. */
async function copyBuilding(tx: Tx, projectId: number, id: string): Promise<FloorPlan> {
  const source = await tx
    .selectFrom('maps')
    .innerJoin('map_versions', (join) =>
      join.onRef('map_versions.map_id', '=', 'maps.id').onRef('map_versions.version', '=', 'maps.version'),
    )
    .select('map_versions.plan')
    .where('maps.project_id', '=', projectId)
    .where('maps.id', '=', id)
    .executeTakeFirst();
  if (!source)
    throw new DomainError('invalidParameters', { fields: { copyOf: createUnknownMapError().message } });
  return { ...source.plan, devices: [], planned: [] };
}

export async function renameMap(context: RequestContext, mapId: string, name: MapName): Promise<MapRow> {
  return rejectDuplicateName(() =>
    commitRequest(context, async (work) => {
      const map = await lockMap(work.tx, work.projectId, mapId);
      const columns = toNameColumns(name);
      await work.tx.updateTable('maps').set(columns).where('id', '=', mapId).execute();
      work.live('maps');
      await work.audit({
        action: 'map.change',
        object: formatObject(map),
        before: formatName(map),
        after: formatName(name),
      });
      return { ...map, ...columns };
    }),
  );
}

export async function deleteMap(context: RequestContext, mapId: string): Promise<void> {
  await commitRequest(context, async (work) => {
    const map = await lockMap(work.tx, work.projectId, mapId);
    await work.tx.deleteFrom('maps').where('id', '=', mapId).execute();
    await mapDrafts.discardAll(work.tx, mapId);
    work.live('maps');
    await work.audit({
      action: 'map.delete',
      object: formatObject(map),
      before: formatName(map),
    });
  });
}

/**
 * Saves a plan as the next version, merged with the versions since its base. Throws a conflict that names the items which
 * others have changed too, and saves nothing then. A plan without a difference adds no version.
 */
export async function saveMap(
  context: RequestContext,
  mapId: string,
  { baseVersion, plan }: { readonly baseVersion: number; readonly plan: FloorPlan },
): Promise<MapRow> {
  return commitRequest(context, async (work) => {
    const { projectId, tx } = work;
    const map = await lockMap(tx, projectId, mapId);
    const base = await readVersion(tx, mapId, baseVersion);
    if (!base)
      throw new DomainError('invalidParameters', {
        fields: { baseVersion: `Version ${baseVersion} of this floor plan is not kept. Reload the page.` },
      });
    const current = await requireVersion(tx, map);
    const merged = mergeOrRefuse(base.plan, plan, current.plan, current.changed_by);
    await checkPlan(tx, projectId, mapId, merged);
    const difference = comparePlans(current.plan, merged);
    // The saved version contains the draft.
    await mapDrafts.discard(tx, getDraftKey(mapId, context));
    if (difference.added + difference.changed + difference.removed === 0) return map;
    const version = map.version + 1;
    await tx.updateTable('maps').set({ version }).where('id', '=', mapId).execute();
    await insertVersion(tx, {
      by: work.actor,
      at: work.now,
      mapId,
      projectId,
      plan: merged,
      version,
      difference,
    });
    work.live('maps');
    await work.audit({
      action: 'map.save',
      object: formatObject(map),
      before: `version ${map.version}`,
      after: `version ${version}: ${difference.added} added, ${difference.changed} changed, ${difference.removed} removed`,
    });
    return { ...map, version };
  });
}

/** Places devices on the latest version of a floor plan, or moves them there. */
export async function savePlacements(
  context: RequestContext,
  mapId: string,
  items: readonly PlacedDevice[],
): Promise<MapRow> {
  const map = await findMap(context.services.db, getProjectAccess(context).projectId, mapId);
  const { plan, version } = await requireVersion(context.services.db, map);
  const placed = new Map(plan.devices.map((device) => [device.deviceId, device]));
  for (const item of items) placed.set(item.deviceId, item);
  const { depthM, widthM } = plan.settings.size;
  const outside = items.flatMap(({ x, y }, index) =>
    x < 0 || y < 0 || x > widthM || y > depthM
      ? [[`items.${index}.x`, 'The device is outside the plan.']]
      : [],
  );
  if (outside.length > 0) throw new DomainError('invalidParameters', { fields: Object.fromEntries(outside) });
  return saveMap(context, mapId, { baseVersion: version, plan: { ...plan, devices: [...placed.values()] } });
}

function mergeOrRefuse(base: FloorPlan, own: FloorPlan, current: FloorPlan, author: string): FloorPlan {
  const { conflicts, content } = PLAN_DOCUMENT.merge({ base, own, saved: current });
  if (conflicts.length === 0) return content;
  throw new DomainError('configConflict', {
    status: 409,
    message: `${author} has changed the same items of this floor plan. Choose which changes to keep, and save again.`,
    fields: Object.fromEntries(
      conflicts.map(({ mine }) => [`plan.${formatPath(own, mine)}`, `${author} has changed this too.`]),
    ),
  });
}

/** Returns the place of a changed item in the plan that was sent: a setting, or an item of a list. */
function formatPath(plan: FloorPlan, { key, list }: PlanConflict['mine']): string {
  if (list === 'settings') return `settings.${key}`;
  const item = PLAN_DOCUMENT.find(plan, { list, key });
  const index = PLAN_DOCUMENT.lists[list].read(plan).findIndex((each) => each === item);
  return index < 0 ? list : `${list}.${index}`;
}

async function checkLimit(tx: Tx, projectId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('maps')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (count >= MAPS_MAX)
    throw new DomainError('invalidParameters', {
      message: `The limit of ${MAPS_MAX} floor plans is reached. Delete one first.`,
    });
}

async function rejectDuplicateName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (findBrokenConstraint(error) !== 'maps_name') throw error;
    throw new DomainError('invalidParameters', {
      fields: { name: 'The building has a floor plan with this name. Enter a different one.' },
    });
  }
}

const formatName = ({ building, floor, name }: MapName): string => `${name}, floor ${floor} of ${building}`;
const formatObject = ({ name }: MapName): string => `floor plan ${name}`;
