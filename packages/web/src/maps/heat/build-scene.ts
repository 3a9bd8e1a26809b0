import {
  type FloorPlan,
  getFrequencyMhz,
  listRadioSources,
  listWallSegments,
  type MapBand,
  type MapDevice,
  type RadioSource,
  type RfPlanRow,
  type WallLosses,
  type WallMaterial,
} from '@northlight/contract';
import { createGrid, createRadio, selectNearestRadios } from '@northlight/rf/map';
import type { MapRadio, MapScene, MapWall } from '../../map-canvas/index.ts';

/** Values that a channel plan sets at a radio. */
type ProposedRadio = Pick<RfPlanRow, 'power' | 'proposed' | 'turnsOff'>;

/** A change that is tried out and never saved. */
export interface WhatIf {
  readonly isOff?: boolean;
  readonly powerDbm?: number;
  readonly channel?: number;
}

export interface SceneInput {
  readonly plan: FloorPlan;
  /** Saved plans of the other floors of the building, with the number of each floor. */
  readonly others: readonly { readonly floor: number; readonly plan: FloorPlan }[];
  readonly floor: number;
  readonly devices: readonly MapDevice[];
  readonly materials: readonly WallMaterial[];
  /** The way in which losses of walls are combined; as measured by default. */
  readonly wallLosses?: WallLosses;
  readonly band: MapBand;
  /** Tried changes by id of the device or planned device. */
  readonly whatIf: ReadonlyMap<string, WhatIf>;
  /** Radios of a plan that is tried out, by their id. */
  readonly proposed?: ReadonlyMap<string, ProposedRadio>;
}

/** Parts of a scene that determine its radios. */
type Trial = Pick<SceneInput, 'band' | 'devices' | 'proposed' | 'whatIf'>;

/** Lists the working radios of a plan with the tried changes. */
export const listSources = (plan: FloorPlan, { band, devices, proposed, whatIf }: Trial): RadioSource[] =>
  listRadioSources(plan, devices, band)
    .map((source) => ({ ...source, ...describeProposed(proposed?.get(source.id), band) }))
    .map((source) => applyWhatIf(source, whatIf.get(source.ownerId), band))
    .filter(({ isOnAir }) => isOnAir);

const describeProposed = (row: ProposedRadio | undefined, band: MapBand) =>
  row && {
    ...row.proposed,
    frequencyMhz: getFrequencyMhz(band, row.proposed.channel),
    ...(row.power && { powerDbm: row.power.proposed }),
    ...(row.turnsOff && { isOnAir: false }),
  };

function applyWhatIf(source: RadioSource, change: WhatIf | undefined, band: MapBand): RadioSource {
  if (!change) return source;
  const { channel, isOff, powerDbm } = change;
  return {
    ...source,
    isOnAir: source.isOnAir && isOff !== true,
    powerDbm: powerDbm ?? source.powerDbm,
    ...(channel !== undefined && { channel, frequencyMhz: getFrequencyMhz(band, channel) }),
  };
}

/** Creates the scene of a floor with all floors of its building. */
export function buildScene(input: SceneInput): MapScene {
  const { band, floor, materials, others, plan, wallLosses } = input;
  const plans = [...others, { floor, plan }].toSorted((one, other) => one.floor - other.floor);
  const shown = plans.findIndex((each) => each.plan === plan);
  const radios = plans.flatMap(({ plan: own }, index) =>
    listSources(own, input).map((source): MapRadio => ({ ...createRadio(source, index), id: source.id })),
  );
  return {
    grid: createGrid(plan.settings.size),
    floors: plans.map(({ plan: { settings, walls, zones } }) => ({
      heightM: settings.floorHeightM,
      slabLossDb: settings.slabLossDb,
      walls: listMapWalls(walls, materials, band),
      zones: zones.flatMap(({ kind, lossDbPerM = 0, points }) =>
        kind === 'loss' ? [{ corners: points, lossDbPerM }] : [],
      ),
    })),
    floor: shown,
    radios: selectNearestRadios(radios, shown),
    ...(wallLosses && { wallLosses }),
  };
}

/** Lists the segments of walls; a segment has the id of its wall and its number. */
export const listMapWalls = (
  walls: FloorPlan['walls'],
  materials: readonly WallMaterial[],
  band: MapBand,
): MapWall[] =>
  walls.flatMap((wall) =>
    listWallSegments([wall], materials, band).map((segment, index) => ({
      ...segment,
      id: `${wall.id} ${index}`,
    })),
  );

/**
 * Names radios by id, for a legend: a device with several radios of the band has a number behind its name, and one of
 * another floor the number of its floor.
 */
export function nameRadios(
  plans: readonly { readonly floor: number; readonly plan: FloorPlan }[],
  shownFloor: number,
  input: Trial,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { floor, plan } of plans) {
    const counts = new Map<string, number>();
    for (const { id, name, ownerId } of listSources(plan, input)) {
      const count = (counts.get(ownerId) ?? 0) + 1;
      counts.set(ownerId, count);
      const own = count === 1 ? name : `${name} (${count})`;
      names.set(id, floor === shownFloor ? own : `${own}, floor ${floor}`);
    }
  }
  return names;
}
