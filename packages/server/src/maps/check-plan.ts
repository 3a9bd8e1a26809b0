import { DomainError, findCapabilities, type FloorPlan, type MapMaterials } from '@northlight/contract';
import type { Tx } from '../platform/db/database.ts';
import { readMaterials, readPresentDevices } from './store.ts';

/**
 * Refuses a plan with a picture, materials or devices that its project does not have, or with a device of another plan, at
 * each field. `mapId` is the plan itself.
 */
export async function checkPlan(tx: Tx, projectId: number, mapId: string, plan: FloorPlan): Promise<void> {
  const fields: Record<string, string> = {
    ...(await findMissingPicture(tx, projectId, plan)),
    ...findUnknownMaterials(plan, await readMaterials(tx, projectId)),
    ...(await findForeignDevices(tx, projectId, mapId, plan)),
  };
  for (const [index, { model }] of plan.planned.entries())
    if (!findCapabilities(model)?.radios.length)
      fields[`plan.planned.${index}.model`] = `${model} is not a model with Wi-Fi. Choose another one.`;
  if (Object.keys(fields).length > 0) throw new DomainError('invalidParameters', { fields });
}

async function findMissingPicture(
  tx: Tx,
  projectId: number,
  { settings }: FloorPlan,
): Promise<Record<string, string>> {
  if (settings.pictureId === undefined) return {};
  const picture = await tx
    .selectFrom('map_pictures')
    .select('id')
    .where('id', '=', settings.pictureId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return picture ? {} : { 'plan.settings.pictureId': 'This picture no longer exists. Upload it again.' };
}

function findUnknownMaterials({ walls }: FloorPlan, { items }: MapMaterials): Record<string, string> {
  const known = new Set(items.map(({ id }) => id));
  const message = 'This material no longer exists. Choose another one.';
  return Object.fromEntries(
    walls.flatMap(({ doors = [], material }, wall) => [
      ...(known.has(material) ? [] : [[`plan.walls.${wall}.material`, message]]),
      ...doors.flatMap((door, index) =>
        known.has(door.material) ? [] : [[`plan.walls.${wall}.doors.${index}.material`, message]],
      ),
    ]),
  );
}

async function findForeignDevices(
  tx: Tx,
  projectId: number,
  mapId: string,
  { devices }: FloorPlan,
): Promise<Record<string, string>> {
  const ids = devices.map(({ deviceId }) => deviceId);
  const present = await readPresentDevices(tx, projectId, ids);
  const elsewhere = ids.length === 0 ? [] : await listOtherPlaces(tx, projectId, mapId, ids);
  const others = new Map(elsewhere.map(({ device_id, name }) => [device_id, name]));
  return Object.fromEntries(
    ids.flatMap((id, index) => {
      const field = `plan.devices.${index}.deviceId`;
      if (!present.has(id)) return [[field, 'This device is not in the project. Remove it from the plan.']];
      const other = others.get(id);
      return other === undefined
        ? []
        : [[field, `This device is on the plan ${other}. Remove it there first.`]];
    }),
  );
}

const listOtherPlaces = (tx: Tx, projectId: number, mapId: string, ids: readonly string[]) =>
  tx
    .selectFrom('map_devices')
    .innerJoin('maps', 'maps.id', 'map_devices.map_id')
    .select(['map_devices.device_id', 'maps.name'])
    .where('maps.project_id', '=', projectId)
    .where('maps.id', '!=', mapId)
    .where('map_devices.device_id', 'in', ids)
    .execute();
