import {
  type FloorPlan,
  listRadioSources,
  listWallSegments,
  MAP_BANDS,
  type MapBand,
  type MapDevice,
  type MapMaterials,
} from '@northlight/contract';
import { getWallLossLimit } from '@northlight/rf/map';
import type { DbOrTx } from '../platform/db/database.ts';
import { listMapDevices } from './devices.ts';
import type { OrderedFloor } from './grid-program.ts';
import { readMaterials, requireVersion, withoutRemovedDevices } from './store.ts';

/** Returns one plan per floor of a building: the requested one, and the first of each other floor. */
export const listFloorsBeside = <Row extends { readonly id: string; readonly floor: number }>(
  rows: readonly Row[],
  target: Row,
): Row[] =>
  rows.filter(
    (row, index) =>
      row.id === target.id ||
      (row.floor !== target.floor && rows.findIndex(({ floor }) => floor === row.floor) === index),
  );

interface FloorScope {
  readonly band: MapBand;
  readonly devices: readonly MapDevice[];
  readonly materials: MapMaterials;
  /** True if radios of planned devices count. */
  readonly planned: boolean;
}

/** Describes a floor with the radios that are on air. */
export const describeFloor = (
  floor: number,
  plan: FloorPlan,
  { band, devices, materials, planned }: FloorScope,
): OrderedFloor => ({
  floor,
  heightM: plan.settings.floorHeightM,
  slabLossDb: plan.settings.slabLossDb,
  walls: listWallSegments(plan.walls, materials.items, band),
  zones: plan.zones.flatMap(({ kind, lossDbPerM = 0, points }) =>
    kind === 'loss' ? [{ corners: points, lossDbPerM }] : [],
  ),
  radios: listRadioSources(plan, devices, band).filter(
    ({ isOnAir, isPlanned }) => isOnAir && (!isPlanned || planned),
  ),
  size: plan.settings.size,
});

/** A floor with the radios of each band on it and on the floors beside it. */
export interface FloorSignals {
  /** Floors of the building from the lowest, by band. */
  readonly floors: Readonly<Record<MapBand, readonly OrderedFloor[]>>;
  /** Index of the floor itself. */
  readonly target: number;
  /** Loss at which those of the walls on a way saturate (dB). */
  readonly limitDb: number;
}

/** Reads the floor plans of a project with the radios that are on air now. */
export async function readFloorSignals(db: DbOrTx, projectId: number): Promise<FloorSignals[]> {
  const rows = await db
    .selectFrom('maps')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('building')
    .orderBy('floor')
    .orderBy('id')
    .execute();
  if (rows.length === 0) return [];
  const materials = await readMaterials(db, projectId);
  const devices = await listMapDevices(db, projectId);
  const described = new Map<string, Record<MapBand, OrderedFloor>>();
  for (const row of rows) {
    const plan = await withoutRemovedDevices(db, projectId, (await requireVersion(db, row)).plan);
    const [ghz2, ghz5] = MAP_BANDS.map((band) =>
      describeFloor(row.floor, plan, { band, devices, materials, planned: false }),
    );
    if (ghz2 && ghz5) described.set(row.id, { ghz2, ghz5 });
  }
  return rows.map((target) => {
    const beside = listFloorsBeside(
      rows.filter(({ building }) => building === target.building),
      target,
    );
    const floors = beside.flatMap(({ id }) => described.get(id) ?? []);
    return {
      floors: { ghz2: floors.map(({ ghz2 }) => ghz2), ghz5: floors.map(({ ghz5 }) => ghz5) },
      target: beside.indexOf(target),
      limitDb: getWallLossLimit(materials.wallLosses),
    };
  });
}
