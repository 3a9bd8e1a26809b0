import {
  type FloorPlan,
  listRadioSources,
  type MapDevice,
  type PlanPoint,
  type PlannedDevice,
  type WallLosses,
  type WallMaterial,
} from '@northlight/contract';
import {
  CoverageMap,
  createRadio,
  createTransmitter,
  getWallLossLimit,
  type Grid,
  listCandidatePoints,
  markPolygons,
  planPlaces,
  toLevel,
} from '@northlight/rf/map';
import { listMapWalls } from '../heat/build-scene.ts';
import { createItemId } from '../plan/plan-changes.ts';
import { PLANNED_RADIOS } from '../plan/planned-devices.ts';
import { project } from '../plan/snapping.ts';

export interface PlacesInput {
  readonly plan: FloorPlan;
  readonly devices: readonly MapDevice[];
  readonly materials: readonly WallMaterial[];
  readonly wallLosses?: WallLosses;
  readonly model: string;
  /** Share of the floor that needs the target signal, from 0 to 1. */
  readonly share: number;
  readonly powerDbm: number;
}

export interface PlacesResult {
  readonly planned: readonly PlannedDevice[];
  /** Area that only each of them serves (m²), in the same order. */
  readonly ownM2: readonly number[];
  /** Areas (m²) with the target signal, of these those of the present access points, and all that count. */
  readonly servedM2: number;
  readonly presentM2: number;
  readonly wantedM2: number;
  readonly isReached: boolean;
}

/** Cells and distances of possible places (m): fine enough for rooms, few enough for 2 s. */
const CELL_M = 0.5;
const CELLS_MAX = 40_000;
const CANDIDATES_MAX = 260;
/** Least distance between an access point and a wall (m). */
const WALL_DISTANCE_M = 0.4;
const GAIN_DBI = 3;
const FREQUENCY_MHZ = { ghz2: 2_437, ghz5: 5_500 } as const;
const WIDTH_MHZ = { ghz2: 20, ghz5: 80 } as const;

/**
 * Chooses few places for access points of a model, so that the target signal is met on a share of the floor, together with
 * the devices and planned devices that are on it.
 */
export function placeAutomatically(input: PlacesInput): PlacesResult {
  const { model, plan, powerDbm, share, wallLosses } = input;
  const { floorHeightM, target } = plan.settings;
  const grid = createCoarseGrid(plan.settings.size);
  const area = plan.settings.size.widthM * plan.settings.size.depthM;
  const excluded = plan.zones.flatMap(({ kind, points }) => (kind === 'excluded' ? [points] : []));
  const counted = markPolygons(grid, excluded).map((mark) => 1 - mark);
  const floors = [describeFloor(input)];
  const levels = computePresentLevels(input, grid, floors);
  const isServed = (cell: number): boolean => (levels[cell] ?? 0) >= toLevel(target.levelDbm);
  const open = counted.map((mark, cell) => (mark === 1 && !isServed(cell) ? 1 : 0));
  const square = grid.cellM ** 2;
  const sum = (marks: Uint8Array): number => marks.reduce((total, mark) => total + mark, 0) * square;
  const [wantedM2, openM2] = [sum(counted), sum(open)];
  const presentM2 = wantedM2 - openM2;
  const missingM2 = share * wantedM2 - presentM2;
  const nothing = { planned: [], ownM2: [], servedM2: presentM2, presentM2, wantedM2 };
  if (missingM2 <= 0) return { ...nothing, isReached: true };
  const heightM = Math.round((floorHeightM - 0.2) * 100) / 100;
  const spacingM = Math.max(1, Math.sqrt(area / CANDIDATES_MAX));
  const points = listCandidatePoints(grid, spacingM, counted).filter((point) => !isAtWall(point, plan));
  const describe = ({ x, y }: PlanPoint) => ({
    x,
    y,
    heightM,
    azimuth: 0,
    mounting: 'ceiling' as const,
    powerDbm,
    gainDbi: GAIN_DBI,
    frequencyMhz: FREQUENCY_MHZ[target.band],
    widthMhz: WIDTH_MHZ[target.band],
  });
  const candidates = points.map((point) => createTransmitter(createRadio(describe(point), 0), floors, 0));
  const { isReached, places, servedM2 } = planPlaces({
    grid,
    candidates,
    leastDbm: target.levelDbm,
    share: Math.min(1, missingM2 / openM2),
    counted: open,
    limitDb: getWallLossLimit(wallLosses),
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
      radios: PLANNED_RADIOS,
    })),
    ownM2: places.map(({ ownM2 }) => ownM2),
    servedM2: presentM2 + servedM2,
    presentM2,
    wantedM2,
    isReached,
  };
}

function createCoarseGrid({ depthM, widthM }: FloorPlan['settings']['size']): Grid {
  const cellM = Math.max(CELL_M, Math.sqrt((widthM * depthM) / CELLS_MAX));
  return {
    x: 0,
    y: 0,
    cellM,
    columns: Math.max(1, Math.round(widthM / cellM)),
    rows: Math.max(1, Math.round(depthM / cellM)),
  };
}

const describeFloor = ({ materials, plan }: PlacesInput) => ({
  heightM: plan.settings.floorHeightM,
  slabLossDb: 0,
  walls: listMapWalls(plan.walls, materials, plan.settings.target.band),
  zones: plan.zones.flatMap(({ kind, lossDbPerM = 0, points: corners }) =>
    kind === 'loss' ? [{ corners, lossDbPerM }] : [],
  ),
});

/** Computes the signals of the working and the planned radios that are on the floor. */
function computePresentLevels(
  { devices, plan, wallLosses }: PlacesInput,
  grid: Grid,
  floors: readonly ReturnType<typeof describeFloor>[],
): Uint8Array {
  const map = new CoverageMap(grid, getWallLossLimit(wallLosses));
  const sources = listRadioSources(plan, devices, plan.settings.target.band).filter(({ isOnAir }) => isOnAir);
  map.compute(sources.map((source) => createTransmitter(createRadio(source, 0), floors, 0)));
  return map.coverage.best;
}

const isAtWall = (point: PlanPoint, { walls }: FloorPlan): boolean =>
  walls.some((wall) => {
    const foot = project(point, wall);
    return foot !== undefined && Math.hypot(foot.x - point.x, foot.y - point.y) < WALL_DISTANCE_M;
  });
