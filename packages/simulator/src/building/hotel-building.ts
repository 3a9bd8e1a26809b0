import type { Position } from '../air/air-site.ts';
import type { Building, BuildingFloor, BuildingWall } from './building.ts';

const WIDTH_M = 60;
const DEPTH_M = 18;
const HEIGHT_M = 3.1;
const ROOM_M = 5;
/** Upper and lower wall of the corridor (m from the upper edge). */
const CORRIDOR = { from: 8, to: 10 } as const;
const CORRIDOR_Y_M = (CORRIDOR.from + CORRIDOR.to) / 2;
const DOOR = { fromM: 3.6, widthM: 0.9 } as const;
/** The stairs take the first room of the lower side. */
const STAIRS_M = ROOM_M;
const AP_HEIGHT_M = 2.8;

/** Distance (m) of outdoor access points from the outer wall. */
const OUTDOOR_M = 2;

const placeAlong = (place: number, count: number): number => ((place + 0.5) * WIDTH_M) / count;

/**
 * Returns the places of access points on floors without a plan, which are along the same corridor.
 *
 * @param serialNumbers in their order along the corridor
 */
export const placeOnFloor = (serialNumbers: readonly string[], floor: number): [string, Position][] =>
  serialNumbers.map((sn, place) => [
    sn,
    { x: placeAlong(place, serialNumbers.length), y: CORRIDOR_Y_M, floor },
  ]);

/** Returns the places of outdoor access points, which are along the lower side of the building. */
export const placeOutside = (serialNumbers: readonly string[]): [string, Position][] =>
  serialNumbers.map((sn, place) => [
    sn,
    { x: placeAlong(place, serialNumbers.length), y: DEPTH_M + OUTDOOR_M, floor: 0 },
  ]);

const createWall = (
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  material: BuildingWall['material'],
  doors: BuildingWall['doors'] = [],
): BuildingWall => ({ x1, y1, x2, y2, material, doors });

/** Walls of a floor: a corridor with rooms on both sides, each with a door, and a stairwell. */
function listWalls(): BuildingWall[] {
  const outer = [
    createWall(0, 0, WIDTH_M, 0, 'concrete'),
    createWall(WIDTH_M, 0, WIDTH_M, DEPTH_M, 'concrete'),
    createWall(WIDTH_M, DEPTH_M, 0, DEPTH_M, 'concrete'),
    createWall(0, DEPTH_M, 0, 0, 'concrete'),
  ];
  const rooms = Array.from({ length: WIDTH_M / ROOM_M }, (_, index) => index * ROOM_M);
  const corridor = rooms.flatMap((x) => [
    createWall(x, CORRIDOR.from, x + ROOM_M, CORRIDOR.from, 'brick', [DOOR]),
    createWall(x, CORRIDOR.to, x + ROOM_M, CORRIDOR.to, 'brick', [DOOR]),
  ]);
  const between = rooms
    .slice(1)
    .flatMap((x) => [
      createWall(x, 0, x, CORRIDOR.from, 'plasterboard'),
      createWall(x, CORRIDOR.to, x, DEPTH_M, x === STAIRS_M ? 'concrete' : 'plasterboard'),
    ]);
  return [...outer, ...corridor, ...between];
}

/**
 * Creates two floors of a hotel.
 *
 * @param floors serial numbers of the access points of each floor, in their order along the corridor
 */
export function createHotelBuilding(floors: readonly (readonly string[])[]): Building {
  return {
    name: 'Main building',
    floors: floors.map((serialNumbers, index): BuildingFloor => ({
      name: `Rooms, floor ${index + 1}`,
      floor: index + 1,
      widthM: WIDTH_M,
      depthM: DEPTH_M,
      heightM: HEIGHT_M,
      walls: listWalls(),
      places: serialNumbers.map((sn, place) => ({
        sn,
        x: placeAlong(place, serialNumbers.length),
        y: CORRIDOR_Y_M,
        heightM: AP_HEIGHT_M,
      })),
    })),
  };
}
