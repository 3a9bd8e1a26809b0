import type { FloorPlan, PlannedDevice, WallMaterial } from '@northlight/contract';
import {
  createRadio,
  createTransmitter,
  listCandidatePoints,
  markPolygons,
  planPlaces,
} from '@northlight/rf';
import { listMapWalls } from './build-scene.ts';
import { createItemId } from './plan-changes.ts';

export interface PlacesInput {
  readonly plan: FloorPlan;
  readonly materials: readonly WallMaterial[];
  readonly model: string;
  /** Share of the floor that needs the target signal, from 0 to 1. */
  readonly share: number;
  readonly powerDbm: number;
}

export interface PlacesResult {
  readonly planned: readonly PlannedDevice[];
  /** Area that only each of them serves (m²), in the same order. */
  readonly ownM2: readonly number[];
  readonly servedM2: number;
  readonly wantedM2: number;
  readonly isReached: boolean;
}

/** Cells and distances of possible places (m): fine enough for rooms, few enough for 2 s. */
const CELL_M = 0.5;
const CELLS_MAX = 40_000;
const CANDIDATES_MAX = 260;
const GAIN_DBI = 3;
const FREQUENCY_MHZ = { ghz2: 2_437, ghz5: 5_500 } as const;
const WIDTH_MHZ = { ghz2: 20, ghz5: 80 } as const;

/** Chooses few places for access points of a model, so that the target signal is met on a share of the floor. */
export function placeAutomatically({ materials, model, plan, powerDbm, share }: PlacesInput): PlacesResult {
  const { floorHeightM, size, target } = plan.settings;
  const area = size.widthM * size.depthM;
  const cellM = Math.max(CELL_M, Math.sqrt(area / CELLS_MAX));
  const grid = {
    x: 0,
    y: 0,
    cellM,
    columns: Math.max(1, Math.round(size.widthM / cellM)),
    rows: Math.max(1, Math.round(size.depthM / cellM)),
  };
  const excluded = plan.zones.flatMap(({ kind, points }) => (kind === 'excluded' ? [points] : []));
  const counted = markPolygons(grid, excluded).map((mark) => 1 - mark);
  const points = listCandidatePoints(grid, Math.max(1, Math.sqrt(area / CANDIDATES_MAX)), counted);
  const heightM = Math.round((floorHeightM - 0.2) * 100) / 100;
  const floors = [
    {
      heightM: floorHeightM,
      slabLossDb: 0,
      walls: listMapWalls(plan.walls, materials, target.band),
      zones: plan.zones.flatMap(({ kind, lossDbPerM = 0, points: corners }) =>
        kind === 'loss' ? [{ corners, lossDbPerM }] : [],
      ),
    },
  ];
  const candidates = points.map(({ x, y }) =>
    createTransmitter(
      createRadio(
        {
          x,
          y,
          heightM,
          azimuth: 0,
          mounting: 'ceiling',
          powerDbm,
          gainDbi: GAIN_DBI,
          frequencyMhz: FREQUENCY_MHZ[target.band],
          widthMhz: WIDTH_MHZ[target.band],
        },
        0,
      ),
      floors,
      0,
    ),
  );
  const { isReached, places, servedM2, wantedM2 } = planPlaces({
    grid,
    candidates,
    leastDbm: target.levelDbm,
    share,
    counted,
  });
  const round = (metres: number): number => Math.round(metres * 100) / 100;
  return {
    planned: places.map(({ candidate }, index) => ({
      id: createItemId(),
      name: `Planned ${plan.planned.length + index + 1}`,
      model,
      x: round(points[candidate]?.x ?? 0),
      y: round(points[candidate]?.y ?? 0),
      heightM,
      azimuth: 0,
      mounting: 'ceiling' as const,
    })),
    ownM2: places.map(({ ownM2 }) => ownM2),
    servedM2,
    wantedM2,
    isReached,
  };
}
