import type { Wall } from './walls.ts';
import type { Zone } from './zones.ts';

/** A floor of a building. */
export interface Floor {
  /** Height from this floor to the next one (m). */
  readonly heightM: number;
  /** Loss of the slab below this floor (dB); the lowest one is not crossed. */
  readonly slabLossDb: number;
  readonly walls: readonly Wall[];
  /** Areas that weaken signals by their depth. */
  readonly zones?: readonly Zone[];
}

/** Walls and zones that a path can cross between two fractions of its length: 0 at the transmitter, 1 at the receiver. */
export interface WallSection {
  readonly walls: readonly Wall[];
  readonly zones?: readonly Zone[];
  readonly from: number;
  readonly to: number;
}

/** The way from an antenna to receivers, which may be on another floor. */
export interface FloorPath {
  readonly sections: readonly WallSection[];
  /** Sum of the losses of the crossed slabs (dB). */
  readonly slabLossDb: number;
  /** Height of the antenna above the receivers (m); negative if they are on a higher floor. */
  readonly heightM: number;
}

/** Height of receivers above their floor (m): a phone in a hand. */
export const RECEIVER_HEIGHT_M = 1.2;

/**
 * Returns the way between two floors. A straight path crosses the walls of each floor on the part of its length that is on
 * this floor. All paths between two heights cross a slab at the same fraction of their length.
 *
 * @param floors floors from the lowest to the highest
 * @param from floor of the antenna, and its height above it (m)
 * @param to floor of the receivers
 */
export function createFloorPath(
  floors: readonly Floor[],
  from: { readonly floor: number; readonly heightM: number },
  to: number,
): FloorPath {
  const start = getElevation(floors, from.floor) + from.heightM;
  const end = getElevation(floors, to) + RECEIVER_HEIGHT_M;
  const lowest = Math.min(from.floor, to);
  const crossed = floors.slice(lowest, Math.max(from.floor, to) + 1);
  const getFraction = (elevation: number): number =>
    start === end ? 0 : Math.min(1, Math.max(0, (elevation - start) / (end - start)));
  return {
    heightM: start - end,
    slabLossDb: crossed.slice(1).reduce((sum, { slabLossDb }) => sum + slabLossDb, 0),
    sections: crossed.map(({ walls, zones = [] }, index): WallSection => {
      if (from.floor === to) return { walls, zones, from: 0, to: 1 };
      const floor = lowest + index;
      const ends = [floor, floor + 1].map((slab) => getFraction(getElevation(floors, slab)));
      return {
        walls,
        zones,
        from: floor === from.floor ? 0 : Math.min(...ends),
        to: floor === to ? 1 : Math.max(...ends),
      };
    }),
  };
}

const getElevation = (floors: readonly Floor[], floor: number): number =>
  floors.slice(0, floor).reduce((sum, { heightM }) => sum + heightM, 0);
