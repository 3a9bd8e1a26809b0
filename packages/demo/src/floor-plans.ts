import { createEmptyPlan, DEFAULT_PLAN_SETTINGS, type FloorPlan } from '@northlight/contract';
import { insertFirstMap, type Work } from '@northlight/server/extension';
import type { BuildingFloor, SiteSpec } from '@northlight/simulator';

/** Loss of the slabs of the hotel (dB). */
const SLAB_LOSS_DB = 20;

/** Stores the floor plans of a demo's site in its new project, with its access points at their places. */
export async function storeFloorPlans(work: Work, projectId: number, { building }: SiteSpec): Promise<void> {
  if (!building) return;
  const rows = await work.tx
    .selectFrom('devices')
    .select(['id', 'sn'])
    .where('project_id', '=', projectId)
    .execute();
  const ids = new Map(rows.map(({ id, sn }) => [sn, id]));
  for (const floor of building.floors)
    await insertFirstMap(work, projectId, {
      name: floor.name,
      building: building.name,
      floor: floor.floor,
      plan: createPlan(floor, ids),
    });
}

/** Creates the plan of a simulated floor; `ids` are the devices by serial number. */
function createPlan(
  { depthM, heightM, places, walls, widthM }: BuildingFloor,
  ids: ReadonlyMap<string, string>,
): FloorPlan {
  return {
    ...createEmptyPlan({
      ...DEFAULT_PLAN_SETTINGS,
      size: { widthM, depthM },
      floorHeightM: heightM,
      slabLossDb: SLAB_LOSS_DB,
    }),
    walls: walls.map(({ doors, ...wall }, index) => ({
      ...wall,
      id: `wall-${index + 1}`,
      ...(doors.length > 0 && { doors: doors.map((door) => ({ ...door, material: 'door' })) }),
    })),
    devices: places.flatMap(({ sn, ...place }) => {
      const deviceId = ids.get(sn);
      return deviceId === undefined ? [] : [{ ...place, deviceId, azimuth: 0, mounting: 'ceiling' as const }];
    }),
  };
}
